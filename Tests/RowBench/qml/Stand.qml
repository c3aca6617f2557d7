import QtQuick 2.15
import QtQuick.Window 2.15

// The same window, bar and words as stand.c, on Qt Quick.
Window {
    id: stand

    property Component delegate
    property int fronts: 0
    property int frames: 0
    property int framesToOpen: 0
    property int scrollStart: 0
    readonly property int framesToScroll: 90
    readonly property real scrollPixels: 24

    width: 400
    height: 640
    flags: Qt.FramelessWindowHint
    visible: true

    function openList(rows) {
        if (loader.active)
            return;
        loader.rows = rows;
        loader.active = true;
        framesToOpen = 2;
    }

    onFrameSwapped: {
        if (++frames % 10 === 0)
            console.log("frame " + frames + " 0");
        if (frames === 1)
            console.log("ready " + (bar.GraphicsInfo.api === GraphicsInfo.Software ? "Software" : "OpenGL"));
        if (framesToOpen > 0 && --framesToOpen === 0)
            console.log("opened " + fronts);
        else if (framesToOpen > 0)
            stand.update();
    }

    Rectangle {
        id: bar
        width: parent.width
        height: 40
        color: "#d0d0d0"

        MouseArea {
            anchors.fill: parent
            onReleased: mouse => {
                switch (Math.floor(mouse.x / 80)) {
                case 0:
                    console.log("closed " + stand.fronts);
                    loader.active = false;
                    break;
                case 1:
                    stand.openList(1);
                    break;
                case 2:
                    stand.openList(100000);
                    break;
                case 3:
                    stand.scrollStart = stand.frames;
                    scroll.restart();
                }
            }
        }
    }

    Loader {
        id: loader
        property int rows: 0
        anchors { top: bar.bottom; left: parent.left; right: parent.right; bottom: parent.bottom }
        active: false
        focus: true
        sourceComponent: Item {
            LayoutMirroring.enabled: Qt.application.layoutDirection === Qt.RightToLeft
            LayoutMirroring.childrenInherit: true
            // Kirigami's SwipeListItem keeps something of its own in its grandparent's property of this name, and looks there for the list.
            property QtObject _swipeFilter
            property alias flickableItem: list
            property alias list: list
            Item {
                anchors.fill: parent
                ListView {
                    id: list
                    anchors.fill: parent
                    clip: true
                    focus: true
                    onCurrentIndexChanged: console.log("current " + currentIndex)
                    model: loader.rows
                    delegate: stand.delegate
                }
            }
        }
    }

    NumberAnimation {
        id: scroll
        target: loader.item ? loader.item.list : null
        property: "contentY"
        to: target ? target.contentY + stand.framesToScroll * stand.scrollPixels : 0
        duration: stand.framesToScroll * 1000 / 60
        onFinished: console.log("scrolled " + (stand.frames - stand.scrollStart))
    }
}

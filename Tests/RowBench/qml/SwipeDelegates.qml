import QtQuick 2.15
import QtQuick.Controls 2.15

Stand {
    id: stand
    delegate: SwipeDelegate {
        id: row
        width: ListView.view.width
        height: 64
        topPadding: 0
        bottomPadding: 0
        contentItem: Front { number: index }
        swipe.right: Row {
            anchors.right: parent.right
            height: parent.height
            Button { width: 76; height: parent.height; text: "Star"; onClicked: console.log("ran Star") }
            Button { width: 76; height: parent.height; text: "Trash"; onClicked: console.log("ran Trash") }
        }
    }
}

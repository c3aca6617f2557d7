import QtQuick 2.15

// The same four texts as front.c.
Item {
    id: front

    property int number: 0
    readonly property var senders: ["Ada Lovelace", "Ben Okri", "Cyd Charisse", "Dov Ber", "Eve Arden", "Fay Wray", "Gro Harlem"]
    readonly property var subjects: ["Engine notes", "Famished road", "Dancing shoes", "Sunday lunch", "Broken boiler"]

    implicitHeight: 64

    Text {
        id: date
        anchors.right: parent.right
        text: Math.floor(front.number / 60) % 24 + ":" + String(front.number % 60).padStart(2, "0")
    }
    Text {
        id: sender
        anchors { left: parent.left; right: date.left }
        font.bold: true
        elide: Text.ElideRight
        text: front.senders[front.number % front.senders.length]
    }
    Text {
        id: subject
        anchors { top: sender.bottom; topMargin: 2; left: parent.left; right: parent.right }
        elide: Text.ElideRight
        text: front.subjects[front.number % front.subjects.length]
    }
    Text {
        anchors { top: subject.bottom; topMargin: 2; left: parent.left; right: parent.right }
        color: "#99000000"
        elide: Text.ElideRight
        text: "Message " + front.number + ", and what its first line would say to whoever reads it."
    }
    Component.onCompleted: stand.fronts++
    Component.onDestruction: stand.fronts--
}

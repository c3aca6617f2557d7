import QtQuick 2.15
import QtQuick.Controls 2.15
import org.kde.kirigami 2.19 as Kirigami

Stand {
    id: stand
    delegate: Kirigami.SwipeListItem {
        width: ListView.view.width
        height: 64
        topPadding: 0
        bottomPadding: 0
        alwaysVisibleActions: !Kirigami.Settings.tabletMode
        Front { number: index }
        actions: [
            Kirigami.Action { text: "Trash"; iconName: "user-trash-symbolic"; onTriggered: console.log("ran Trash") },
            Kirigami.Action { text: "Star"; iconName: "starred-symbolic"; onTriggered: console.log("ran Star") }
        ]
    }
}

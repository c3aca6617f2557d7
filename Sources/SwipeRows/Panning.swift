// Styles, sides and events are part of what a list is told and tells: who imports the rows has them too.
@_exported import Panning

// Package render draws positions: as text for terminals and mail, and as
// pictures.
//
// A [Scene] says what to show (scene.go). A layout says where each square lies:
// one board, three in a row (layout.go), or the levels of a board in space, flat
// or seen from above (space.go). The painter asks the rule set where the chosen
// piece may go and what a move does, and puts shapes on the layout (painter.go,
// marks.go). The result is a drawing of package paint, written as SVG or in
// pixels; several make a [Film], an animated GIF or PNG (film.go).
//
// Nothing here knows any rule set. Boards come from [rules.Info], hints from
// the legal moves, arrows from ways, and whatever appears, vanishes or goes
// elsewhere from [describe.Changes].
package render

// Package render draws positions: as text for terminals and mail, and as
// pictures.
//
// The way to a picture: a [Scene] says what is to be shown (scene.go). A layout
// says where each square lies: one board, three in a row (layout.go), or the
// levels of a board in space, flat or seen from above (space.go). The painter
// asks the rule set where the chosen piece may go and what a move does, and
// puts shapes on the layout (painter.go, marks.go). The shapes make a
// [Drawing], which is written as SVG (svg.go) or in pixels (raster.go, stroke.go,
// font.go); several make a [Film], an animated GIF or PNG (film.go, palette.go).
// The pieces are our own, as path data in pieces.go.
//
// Nothing here knows any rule set. Boards come from [rules.Info], hints from
// the legal moves, arrows from ways, and whatever appears, vanishes or goes
// elsewhere from [rules.Changes].
package render

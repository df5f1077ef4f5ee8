package vector

// wide is true: every arm64 processor that Go supports has NEON.
const wide = true

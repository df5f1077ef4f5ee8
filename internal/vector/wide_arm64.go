package vector

// wide is true, because every arm64 processor that Go supports has NEON.
const wide = true

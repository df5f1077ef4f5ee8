package vector

// wide tells that there is NEON: every arm64 that Go runs on has it.
const wide = true

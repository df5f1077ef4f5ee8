package fair

// Accounts tells how many addresses are remembered.
func (q *Queue[T]) Accounts() int { return len(q.addresses) }

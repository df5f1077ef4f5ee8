package fair

// Accounts returns the number of addresses that have an account.
func (q *Queue[T]) Accounts() int { return len(q.addresses) }

/** For addresses that lead nowhere. */
export default function NotFound() {
  return (
    <section>
      <h1>There is nothing here</h1>
      <p>
        The address may be mistyped. <a href="/">Go to the first page</a>.
      </p>
    </section>
  );
}

export default function Games() {
  return <h1>Games</h1>;
}

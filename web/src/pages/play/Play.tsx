export default function Play() {
  return <h1>Play</h1>;
}

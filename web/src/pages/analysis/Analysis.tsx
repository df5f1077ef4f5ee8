export default function Analysis() {
  return <h1>Analysis</h1>;
}

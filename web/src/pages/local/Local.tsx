export default function Local({ id }: { id: string }) {
  return <h1>Local {id}</h1>;
}

export default function Game({ id }: { id: string }) {
  return <h1>Game {id}</h1>;
}

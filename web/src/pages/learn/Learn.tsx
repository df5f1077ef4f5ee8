export default function Learn({ variant }: { variant: string }) {
  return <h1>Learn {variant}</h1>;
}

const MAX_PARTS = 5;
const SHORTEST = 3;

/** `W-004, W-011 to W-030 and 12 more`. */
export function rangesOf(numbers: readonly string[]): string {
  const runs: string[][] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && isNext(run.at(-1) ?? '', number)) run.push(number);
    else runs.push([number]);
  }
  const parts = runs.flatMap((run) => (run.length < SHORTEST ? run.map((one) => [one]) : [run]));
  const named = parts
    .slice(0, MAX_PARTS)
    .map((run) => (run.length === 1 ? run[0] : `${run[0]} to ${run.at(-1)}`));
  const rest = parts.slice(MAX_PARTS).flat().length;
  if (rest > 0) named.push(`${rest} more`);
  const last = named.pop() ?? '';
  return named.length === 0 ? last : `${named.join(', ')} and ${last}`;
}

function isNext(number: string, next: string): boolean {
  const [from, to] = [number, next].map((one) => /^(.*?)(\d{1,15})$/s.exec(one));
  return from != null && to != null && from[1] === to[1] && Number(to[2]) === Number(from[2]) + 1;
}

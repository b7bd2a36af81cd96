const LINES_OF_FACTS = 12;
const MAX_ON_ONE_LINE = { label: 12, value: 30 };
const TITLE_LINES_PER_LINE = 0.75;
const FEWEST = 3;
const MOST = 6;

/** The title gets what the facts leave; the description takes only the rest. */
export function titleLines(facts: readonly { label: string; value: string }[]): number {
  const isLong = ({ label, value }: { label: string; value: string }) =>
    label.length > MAX_ON_ONE_LINE.label || value.length > MAX_ON_ONE_LINE.value;
  const taken = facts.reduce((lines, fact) => lines + (isLong(fact) ? 2 : 1), 0);
  return Math.min(
    MOST,
    Math.max(FEWEST, FEWEST + Math.floor((LINES_OF_FACTS - taken) * TITLE_LINES_PER_LINE)),
  );
}

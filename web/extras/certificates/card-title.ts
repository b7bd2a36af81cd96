/** How many lines a card has room for, if each row of facts is as high as its words can make it. */
const LINES_OF_FACTS = 12;
/** Letters: longer names and values may need a second line. */
const MAX_ON_ONE_LINE = { label: 12, value: 30 };
/** The type of facts is smaller than a title's. */
const TITLE_LINES_PER_LINE = 0.75;
const FEWEST = 3;
const MOST = 6;

/**
 * In how many lines the title of a card may be set: what the facts beneath it leave, since the description takes only the rest.
 */
export function titleLines(facts: readonly { label: string; value: string }[]): number {
  const isLong = ({ label, value }: { label: string; value: string }) =>
    label.length > MAX_ON_ONE_LINE.label || value.length > MAX_ON_ONE_LINE.value;
  const taken = facts.reduce((lines, fact) => lines + (isLong(fact) ? 2 : 1), 0);
  return Math.min(MOST, Math.max(FEWEST, FEWEST + Math.floor((LINES_OF_FACTS - taken) * TITLE_LINES_PER_LINE)));
}

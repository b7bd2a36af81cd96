/** `base`: null for a new specimen. */
type Unsaved = { fields: { title: string }; base: object | null };

/** Returns a sentence for each kind of form; null for none. */
export function draftLossWords(drafts: readonly Unsaved[]): string | null {
  const added = drafts.filter(({ base }) => base === null);
  const edited = drafts.filter(({ base }) => base !== null);
  const sentences = [
    ...(added.length === 0
      ? []
      : [`You haven’t uploaded what you typed for ${namesOf(added, 'a new piece')}.`]),
    ...(edited.length === 0
      ? []
      : [`You haven’t saved your changes to ${namesOf(edited, 'a piece')}.`]),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

const SHOWN = 3;

function namesOf(drafts: readonly Unsaved[], untitled: string): string {
  const names = drafts
    .slice(0, SHOWN)
    .map(({ fields: { title } }) => (title.trim() === '' ? untitled : `“${title.trim()}”`));
  const more = drafts.length - names.length;
  const parts = more > 0 ? [...names, `${more} more`] : names;
  return parts.length === 1 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

import { Link, useNavigate } from '@tanstack/react-router';
import type { EditRow } from '#web/desk-extra.ts';
import { wholeNumber } from '#web/lib/whole-number.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

/** The pieces in the address, which lack something to be published, among which the specimen is filled in; null outside of them. */
export function usePiecesRow({ pieces }: Record<string, unknown>, id: number): EditRow | null {
  const navigate = useNavigate();
  const ids = typeof pieces === 'string' ? pieces.split('.').flatMap((text) => wholeNumber(text, 9) ?? []) : [];
  const at = ids.indexOf(id);
  if (at < 0) return null;
  const following = ids[at + 1];
  const toHidden = { to: '/manage', search: { visibility: 'hidden' } } as const;
  return {
    back: (
      <Link {...toHidden} className="back-link">
        <ArrowLeftIcon /> Return to your hidden pieces
      </Link>
    ),
    head: (
      <p className="figures mt-5 border-y border-line py-3 text-sm text-quiet">
        {at + 1} of {ids.length} to complete before you publish them. Press Enter in a one-line field, or Ctrl+Enter anywhere, to save and
        open the next one.
      </p>
    ),
    next: {
      label: following === undefined ? 'Save and finish' : `Save, then ${at + 2} of ${ids.length}`,
      go: () =>
        following === undefined ? navigate(toHidden) : navigate({ to: '/edit/$id', params: { id: String(following) }, search: { pieces } }),
    },
  };
}

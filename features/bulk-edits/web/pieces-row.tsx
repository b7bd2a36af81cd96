import { Link, useNavigate } from '@tanstack/react-router';
import type { EditRow } from '#core/web/desk-feature.ts';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { wholeNumber } from '#ui/lib/whole-number.ts';

/** The URL's pieces lack something to be published; null: it names none. */
export function usePiecesRow({ pieces }: Record<string, unknown>, id: number): EditRow | null {
  const navigate = useNavigate();
  const ids =
    typeof pieces === 'string'
      ? pieces.split('.').flatMap((text) => wholeNumber(text, 9) ?? [])
      : [];
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
        {at + 1} of {ids.length} to complete before you publish them. Press Enter in a one-line
        field, or Ctrl+Enter anywhere, to save and open the next one.
      </p>
    ),
    next: {
      label: following === undefined ? 'Save and finish' : `Save, then ${at + 2} of ${ids.length}`,
      go: () =>
        following === undefined
          ? navigate(toHidden)
          : navigate({ to: '/edit/$id', params: { id: String(following) }, search: { pieces } }),
    },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { formatNearDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import type { SavedDraft } from './draft-queries.ts';

type Props = {
  drafts: readonly SavedDraft[];
  /** The version of the stored specimen, where the form is about one. */
  version?: number;
  onTakeBack: (draft: SavedDraft) => void;
  onDiscard: (draft: SavedDraft) => void;
};

/** Offers what was typed here before and never sent. */
export function OfferedDrafts({ drafts, version, onTakeBack, onDiscard }: Props) {
  const { data: settings } = useQuery(settingsQuery(useRouteContext({ from: '__root__' }).api));
  if (drafts.length === 0 || !settings) return null;
  return (
    <ul aria-label="Not sent yet" className="mt-6 space-y-4 border-l-4 border-warn pl-5">
      {drafts.map((draft) => {
        const files = draft.pictures.items.filter(({ source }) => source.kind === 'file').length + (draft.main ? 1 : 0);
        return (
          <li key={draft.key} className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">
                You typed this on {formatNearDate(new Date(draft.savedAt).toISOString(), settings.general.timeZone)}
                {draft.fields.title.trim() !== '' && `: “${draft.fields.title.trim()}”`}
                {files > 0 && `, with ${files === 1 ? 'one new picture' : `${files} new pictures`}`}.
              </p>
              <p className="text-sm text-quiet">
                {draft.missingFiles > 0 && `${picturesOf(draft.missingFiles)} did not fit on this device; please choose again. `}
                {version !== undefined &&
                  draft.base?.version !== version &&
                  'The specimen was changed in the shop since; what you typed goes over it. '}
                It is on this device alone, until you log out.
              </p>
            </div>
            <div className="flex gap-3">
              <Button onClick={() => onTakeBack(draft)}>Take it back</Button>
              <Button look="outline" onClick={() => onDiscard(draft)}>
                Discard
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const picturesOf = (count: number): string => (count === 1 ? 'One picture' : `${count} pictures`);

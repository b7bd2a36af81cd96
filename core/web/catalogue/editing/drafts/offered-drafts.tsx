import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/lib/format.ts';
import type { SavedDraft } from './draft-queries.ts';

type Props = {
  drafts: readonly SavedDraft[];
  version?: number | undefined;
  onTakeBack: (draft: SavedDraft) => void;
  onDiscard: (draft: SavedDraft) => void;
};

export function OfferedDrafts({ drafts, version, onTakeBack, onDiscard }: Props) {
  const { data: settings } = useQuery(settingsQuery(useRouteContext({ from: '__root__' }).api));
  if (drafts.length === 0 || !settings) return null;
  return (
    <ul aria-label="Unsaved drafts" className="mt-6 space-y-4 callout">
      {drafts.map((draft) => {
        const files =
          draft.pictures.items.filter(({ source }) => source.kind === 'file').length +
          (draft.main ? 1 : 0);
        return (
          <li key={draft.key} className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <div className="min-w-0 flex-1 basis-64">
              <p className="wrap-anywhere">
                Draft from{' '}
                {formatDate(new Date(draft.savedAt).toISOString(), settings.general.timeZone)}
                {draft.fields.title.trim() !== '' && `: “${draft.fields.title.trim()}”`}
                {files > 0 && `, with ${files === 1 ? 'one new file' : `${files} new files`}`}.
              </p>
              <p className="text-sm text-quiet">
                {draft.missingFiles > 0 &&
                  `${filesOf(draft.missingFiles)} didn’t fit on this device. Please choose again. `}
                {version !== undefined &&
                  draft.base?.version !== version &&
                  'The specimen has changed since. Restoring replaces those changes when you save. '}
                Stored only on this device, until you log out.
              </p>
            </div>
            <div className="flex gap-3">
              <Button onClick={() => onTakeBack(draft)}>Restore draft</Button>
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

const filesOf = (count: number): string => (count === 1 ? 'One file' : `${count} files`);

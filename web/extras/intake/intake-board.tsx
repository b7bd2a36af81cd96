import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { formatCount } from '#contract/counts.ts';
import type { Intake, IntakeChange } from '#contract/extras/intake/intakes.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { SelectionActions } from './intake-actions.tsx';
import { useAdopting, useChanges } from './intake-queries.ts';
import { NumberRow, UnassignedRow } from './intake-rows.tsx';
import { usePictureDrag } from './use-picture-drag.ts';

/** What the shop made of the files: a row for each number, between which pictures are moved. */
export function IntakeBoard({ intake }: { intake: Intake }) {
  const changes = useChanges(intake.id);
  const adopting = useAdopting(intake.id);
  const place = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  const files = useMemo(() => new Map(intake.files.map((file) => [file.id, file])), [intake.files]);
  const rows = [...intake.rows.filter(({ state }) => state !== 'done').map(({ number, pictures }) => ({ number, pictures }))];
  const chosen = [...selected].flatMap((id) => files.get(id) ?? []).filter(({ specimenId }) => specimenId === null);
  const onError = (problem: unknown) => toastError(problem);

  const say = (ids: number[], change: Omit<IntakeChange, 'files'>) => changes.mutate({ files: ids, ...change }, { onError });
  const nameOf = (id: number) => files.get(id)?.name ?? '';
  function move(ids: number[], number: string, before?: number | null) {
    say(ids, { placedIn: number, ...(before != null && number !== '' && { before }) });
    setAnnouncement(`${ids.length === 1 ? nameOf(ids[0] ?? 0) : `${ids.length} files`}: ${number === '' ? 'unassigned' : number}`);
    setSelected(new Set());
  }
  usePictureDrag(place, (file, row, before) => move(selected.has(file) ? [...selected] : [file], row, before));

  /** With Alt, arrows move a picture: up and down to another row, left and right within its own. */
  function onKey(event: KeyboardEvent, file: number) {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const at = rows.findIndex(({ pictures }) => pictures.includes(file));
    const row = rows[at];
    const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = at < 0 ? (step < 0 ? rows.at(-1) : rows[0]) : rows[at + step];
      move([file], next?.number ?? '');
    } else if (row) {
      const index = row.pictures.indexOf(file) + step;
      if (index >= 0 && index < row.pictures.length) move([file], row.number, row.pictures[step < 0 ? index : index + 1] ?? null);
    }
  }

  const tiles = {
    files,
    selected,
    onKey,
    onSelect: (id: number) =>
      setSelected((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  };
  const glowing = intake.files.filter(
    ({ looksUltraviolet, light, specimenId, label }) => looksUltraviolet && light === null && specimenId === null && label === null,
  );
  if (intake.files.length === 0) return null;
  return (
    <div ref={place} className="mt-6 border-b border-line">
      {glowing.length > 0 && (
        <div className="mb-6 callout bg-raised px-4 py-3">
          <p>
            {glowing.length === 1 ? 'One photo looks like a UV shot' : `${formatCount(glowing.length)} photos look like UV shots`} (marked
            “UV?”). Which lamp?
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            {(['long-wave-uv', 'short-wave-uv', 'daylight'] as const).map((light) => (
              <Button
                key={light}
                look="outline"
                disabled={changes.isPending}
                onClick={() =>
                  say(
                    glowing.map(({ id }) => id),
                    { light },
                  )
                }
              >
                {light === 'long-wave-uv' ? 'Long-wave' : light === 'short-wave-uv' ? 'Short-wave' : 'Daylight, no lamp'}
              </Button>
            ))}
          </div>
        </div>
      )}
      <p className="mb-3 text-sm text-quiet">
        Drag photos between rows, or select and move them. On a keyboard, use Alt and the arrow keys.
      </p>
      <UnassignedRow unassigned={intake.unassigned} {...tiles} />
      {intake.rows.map((row) => (
        <NumberRow
          key={row.number}
          row={row}
          answers={{
            onAdopt: () => adopting.mutate({ number: row.number }, { onError }),
            onKeep: () =>
              say(
                row.pictures.filter((id) => files.get(id)?.specimenId === null),
                { placedIn: row.number },
              ),
          }}
          {...tiles}
        />
      ))}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {chosen.length > 0 && (
        <SelectionActions
          files={chosen}
          numbers={rows.map(({ number }) => number)}
          onSay={(change) => {
            say([...selected], change);
            if (change.placedIn !== undefined) setSelected(new Set());
          }}
          onClear={() => setSelected(new Set())}
        />
      )}
    </div>
  );
}

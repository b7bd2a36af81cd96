import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { Light } from '#core/contract/media/media.ts';
import type {
  Intake,
  IntakeChange,
  IntakeFile,
  IntakeRow,
} from '#features/intake/contract/intakes.ts';
import { Button } from '#ui/button.tsx';
import { SelectionActions } from './intake-actions.tsx';
import { NumberRow, UnassignedRow } from './intake-rows.tsx';
import { LabelDialog, NewRowDialog } from './number-dialogs.tsx';
import { rangesOf } from './number-ranges.ts';
import { EmptyRow, UnseenLabels } from './unseen-labels.tsx';
import { usePictureDrag } from './use-picture-drag.ts';
import { useReview } from './use-review.ts';

type Shown = { number: string; pictures: number[]; row: IntakeRow | null };

export function IntakeBoard({ intake }: { intake: Intake }) {
  const place = useRef<HTMLDivElement>(null);
  const { send, tell, told, isBusy } = useReview(intake, place);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [added, setAdded] = useState<string[]>([]);
  const [dialog, setDialog] = useState<'new-row' | 'label' | null>(null);
  const files = useMemo(() => new Map(intake.files.map((file) => [file.id, file])), [intake.files]);
  const rows = shownRows(intake, added);
  const open = rows.filter(({ row }) => row?.state !== 'done');
  const chosen = [...selected]
    .flatMap((id) => files.get(id) ?? [])
    .filter(({ specimenId }) => specimenId === null);
  const clear = () => setSelected(new Set());

  const nameOf = (ids: number[]) =>
    ids.length === 1 ? (files.get(ids[0] ?? 0)?.name ?? '') : `${formatCount(ids.length)} photos`;
  const say = (ids: number[], change: Omit<IntakeChange, 'files'>, done: string) =>
    send(
      { path: 'changes', body: { files: ids, ...change } },
      { told: `${nameOf(ids)}: ${done}`, focus: tileOf(ids[0]) },
    );
  function move(ids: number[], number: string | null, before?: number | null) {
    const done =
      number === null ? 'moved to where the label says' : `moved to ${number || 'Unassigned'}`;
    say(ids, { placedIn: number, ...(before != null && number && { before }) }, done);
    clear();
  }
  const leaveOut = (numbers: string[]) =>
    send(
      { path: 'not-photographed', body: { numbers } },
      { told: `${rangesOf(numbers)}: not photographed`, focus: UNDO },
    );
  const undo = () => send({ path: 'undo' }, { told: 'Last change undone', focus: UNDO });
  usePictureDrag(place, (file, row, before) =>
    move(selected.has(file) ? [...selected] : [file], row, before),
  );

  function chooseRow(number: string) {
    setDialog(null);
    const there = rows.find((row) => row.number.toLowerCase() === number.toLowerCase());
    if (chosen.length > 0) move([...selected], there?.number ?? number);
    else if (there) {
      tell({ told: `${there.number} has a row already`, focus: headingOf(there.number) });
    } else {
      setAdded((now) => [...now, number]);
      tell({ told: `Row ${number} added`, focus: headingOf(number) });
    }
  }

  /** With Alt, arrows move a picture: up and down to another row, left and right within its own. */
  function onKey(event: KeyboardEvent, file: number) {
    if (!event.altKey || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    const at = open.findIndex(({ pictures }) => pictures.includes(file));
    const row = open[at];
    const step = event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 1;
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const next = at < 0 ? (step < 0 ? open.at(-1) : open[0]) : open[at + step];
      move([file], next?.number ?? '');
    } else if (row) {
      const index = row.pictures.indexOf(file) + step;
      if (index >= 0 && index < row.pictures.length)
        move([file], row.number, row.pictures[step < 0 ? index : index + 1] ?? null);
    }
  }
  function onUndoKey(event: KeyboardEvent) {
    const isUndo =
      event.key.toLowerCase() === 'z' &&
      (event.ctrlKey || event.metaKey) &&
      !event.shiftKey &&
      !event.altKey;
    if (
      !isUndo ||
      !intake.canUndo ||
      isBusy ||
      (event.target as Element).matches('input, select, textarea')
    )
      return;
    event.preventDefault();
    undo();
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
  const [only] = chosen;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut of the button “Undo”
    <div ref={place} className="mt-6 border-b border-line" onKeyDown={onUndoKey}>
      <GlowingFiles
        files={intake.files}
        isBusy={isBusy}
        onLight={(ids, light) => say(ids, { light }, 'light set')}
      />
      {intake.unseen.length > 0 && (
        <UnseenLabels
          unseen={intake.unseen}
          isBusy={isBusy}
          onLeaveOut={() => leaveOut(intake.unseen)}
        />
      )}
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <p className="text-sm text-quiet">
          Drag photos between rows, or select and move them. On a keyboard, use Alt and the arrow
          keys.
        </p>
        <Button
          look="plain"
          className="px-0!"
          disabled={!intake.canUndo}
          data-undo
          aria-keyshortcuts="Control+Z"
          onClick={undo}
        >
          Undo
        </Button>
      </div>
      <UnassignedRow unassigned={intake.unassigned} {...tiles} />
      {rows.map(({ number, row }) =>
        row ? (
          <NumberRow
            key={number}
            row={row}
            answers={{
              onAdopt: () =>
                send(
                  { path: 'numbers', body: { number } },
                  { told: `${number}: in use`, focus: headingOf(number) },
                ),
              onKeep: () =>
                say(
                  row.pictures.filter((id) => files.get(id)?.specimenId === null),
                  { placedIn: number },
                  `all belong to ${number}`,
                ),
            }}
            {...tiles}
          />
        ) : (
          <EmptyRow
            key={number}
            number={number}
            isBusy={isBusy}
            onLeaveOut={intake.unseen.includes(number) ? () => leaveOut([number]) : undefined}
            onRemove={() => {
              setAdded((now) => now.filter((one) => one !== number));
              tell({ told: `Row ${number} removed`, focus: NEW_ROW });
            }}
          />
        ),
      )}
      <div className="border-t border-line py-3">
        <Button look="outline" data-new-row onClick={() => setDialog('new-row')}>
          New row…
        </Button>
      </div>
      <p role="status" className="sr-only">
        <span key={told.count}>{told.text}</span>
      </p>
      {chosen.length > 0 && (
        <SelectionActions
          files={chosen}
          numbers={open.map(({ number }) => number)}
          onMove={(number) => move([...selected], number)}
          onLight={(light) => say([...selected], { light }, 'light set')}
          onNewRow={() => setDialog('new-row')}
          onLabel={() => setDialog('label')}
          onClear={clear}
        />
      )}
      {dialog === 'new-row' && (
        <NewRowDialog
          moved={chosen.length}
          suggested={intake.unseen}
          onChoose={chooseRow}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'label' && only && (
        <LabelDialog
          file={only}
          suggested={intake.unseen}
          given={proposedNumber(intake, only)}
          onSplit={(number, keepsPicture) => {
            setDialog(null);
            send(
              { path: 'splits', body: { file: only.id, number, keepsPicture } },
              { told: `From ${only.name} on: ${number}`, focus: tileOf(only.id) },
            );
            clear();
          }}
          onLabel={(label) => {
            setDialog(null);
            say([only.id], { label }, label === null ? 'read automatically' : 'no label');
            clear();
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

const tileOf = (file: number | undefined) => `[data-file="${file}"]`;
/** The focus goes to the button, or to the first row where nothing is left to undo. */
const UNDO = '[data-undo]:enabled, [data-row] h2';
const NEW_ROW = '[data-new-row]';
const headingOf = (number: string) => `[data-row="${CSS.escape(number)}"] h2`;

const MAX_EMPTY = 4;

function shownRows({ rows, unseen }: Intake, added: readonly string[]): Shown[] {
  const missed = new Set(unseen);
  const empty = (number: string): Shown => ({ number, pictures: [], row: null });
  const there = rows.flatMap((row) => {
    const passedOver = row.passedOver.filter((number) => missed.has(number));
    const named = passedOver.slice(0, passedOver.length > MAX_EMPTY ? 1 : MAX_EMPTY);
    return [{ number: row.number, pictures: row.pictures, row }, ...named.map(empty)];
  });
  const numbers = new Set(there.map(({ number }) => number.toLowerCase()));
  return [...there, ...added.filter((number) => !numbers.has(number.toLowerCase())).map(empty)];
}

function proposedNumber({ rows, unseen }: Intake, { id, label }: IntakeFile): string {
  if (label?.number) return label.number;
  const missed = rows.find(({ pictures }) => pictures.includes(id))?.passedOver ?? unseen;
  return missed.length === 1 ? (missed[0] ?? '') : '';
}

function GlowingFiles({
  files,
  isBusy,
  onLight,
}: {
  files: IntakeFile[];
  isBusy: boolean;
  onLight: (ids: number[], light: Light) => void;
}) {
  const glowing = files.filter(
    ({ looksUltraviolet, light, specimenId, label }) =>
      looksUltraviolet && light === null && specimenId === null && label === null,
  );
  if (glowing.length === 0) return null;
  return (
    <section aria-label="UV shots" className="mb-6 callout bg-raised px-4 py-3">
      <p>
        {glowing.length === 1
          ? 'One photo looks like a UV shot'
          : `${formatCount(glowing.length)} photos look like UV shots`}{' '}
        (marked “UV?”). Which lamp?
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        {(['long-wave-uv', 'short-wave-uv', 'daylight'] as const).map((light) => (
          <Button
            key={light}
            look="outline"
            disabled={isBusy}
            onClick={() =>
              onLight(
                glowing.map(({ id }) => id),
                light,
              )
            }
          >
            {light === 'long-wave-uv'
              ? 'Long-wave'
              : light === 'short-wave-uv'
                ? 'Short-wave'
                : 'Daylight, no lamp'}
          </Button>
        ))}
      </div>
    </section>
  );
}

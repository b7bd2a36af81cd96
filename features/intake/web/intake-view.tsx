import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { rowProblemTable } from '#features/intake/contract/intake-rules.ts';
import type { Intake } from '#features/intake/contract/intakes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { toastError } from '#ui/error-toast.ts';
import { FileButton } from '#ui/file-button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.ts';
import { useDroppedFiles } from '#ui/use-dropped-files.ts';
import { IntakeBoard } from './intake-board.tsx';
import { IntakeProgress } from './intake-progress.tsx';
import {
  intakeQuery,
  intakesQuery,
  useBeginning,
  useDraftMaking,
  useEnding,
} from './intake-queries.ts';
import { makeSender, type Sender } from './sender.ts';
import { forgetUnsentOf, keyOf } from './unsent-queries.ts';

type Props = {
  /** From the URL; undefined: the latest, if any. */
  id: number | undefined;
  timeZone: string;
  accept: string;
  acceptLabel: string;
  refusalOf: (file: File) => string | null;
  onChoose: (id: number | undefined) => void;
};

export function IntakeView(props: Props) {
  const { id, timeZone, onChoose } = props;
  const { data: all, error, refetch } = useQuery(intakesQuery);
  const beginning = useBeginning();
  const first = useRef<File[]>([]);
  const shown = id ?? all?.[0]?.id;

  function begin(files: File[]) {
    first.current = files;
    beginning.mutate(undefined, {
      onSuccess: (begun) => onChoose(begun.id),
      onError: (problem) => toastError(problem),
    });
  }

  if (!all)
    return error ? (
      <Notice
        isAlert
        className="mt-8 py-14"
        title="Failed to load your intakes"
        text={messageOf(error)}
      >
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    ) : (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading...
      </p>
    );
  return (
    <>
      {all.length > 1 && (
        <nav aria-label="Intakes" className="mt-5 flex flex-wrap gap-x-5 gap-y-1">
          {all.map((one) => (
            <Link
              key={one.id}
              to="/intake"
              search={{ intake: one.id }}
              activeProps={{}}
              aria-current={one.id === shown ? 'true' : undefined}
              className={`figures inline-flex min-h-11 items-center border-b-2 no-underline hover:text-accent ${one.id === shown ? 'border-accent text-accent' : 'border-transparent text-ink'}`}
            >
              {formatDate(one.createdAt, timeZone)},{' '}
              {one.files === 1 ? '1 file' : `${formatCount(one.files)} files`}
            </Link>
          ))}
        </nav>
      )}
      {shown === undefined ? (
        <Beginning {...props} isBusy={beginning.isPending} onFiles={begin} />
      ) : (
        <OpenIntake
          key={shown}
          {...props}
          id={shown}
          takeFirst={() => first.current.splice(0)}
          onBegin={() => begin([])}
        />
      )}
    </>
  );
}

function Beginning({
  isBusy,
  onFiles,
  ...props
}: Props & { isBusy: boolean; onFiles: (files: File[]) => void }) {
  return (
    <>
      <ol className="mt-6 max-w-prose list-decimal space-y-2 pl-5 text-quiet">
        <li>
          Print{' '}
          <Link to="/print/labels" search={{ fresh: 'new' }} className="text-link">
            fresh labels
          </Link>{' '}
          and put one beside each piece.
        </li>
        <li>
          Photograph the label, then its specimen from all sides, in daylight and under the lamp.
          Then the next label.
        </li>
        <li>
          Drop all photos and videos here at once. We read the labels, and you review the result.
        </li>
      </ol>
      <FileChoice {...props} isBusy={isBusy} onFiles={onFiles} />
    </>
  );
}

function FileChoice({
  accept,
  acceptLabel,
  isBusy = false,
  onFiles,
}: Props & { isBusy?: boolean; onFiles: (files: File[]) => void }) {
  useDroppedFiles(onFiles);
  return (
    <DropZone className="mt-6 px-5 py-8 text-center max-sm:p-3" disabled={isBusy} onFiles={onFiles}>
      <FileButton
        label="Files of the intake"
        look="solid"
        accept={accept}
        multiple
        disabled={isBusy}
        onFiles={onFiles}
      >
        Choose files
      </FileButton>
      <p className="mt-3 text-quiet max-sm:mt-2 max-sm:text-sm">
        <span className="max-sm:hidden">or drop them here, all at once. </span>
        {acceptLabel} each.
      </p>
    </DropZone>
  );
}

const REFRESH_MS = 2_000;

function useSender(
  id: number,
  intake: Intake | undefined,
  { refusalOf, takeFirst }: { refusalOf: Props['refusalOf']; takeFirst: () => File[] },
) {
  const queryClient = useQueryClient();
  const [sender, setSender] = useState<Sender | null>(null);
  const isLoaded = intake !== undefined;
  const known = () =>
    new Set(
      intake?.files.map(({ name, size, modifiedAt }) =>
        keyOf({ name, size, modifiedAt: Date.parse(modifiedAt) }),
      ),
    );
  const begin = useEffectEvent((made: Sender) => {
    // Together, so a second window sends nothing twice.
    const ended = Promise.withResolvers<void>();
    const work = () => made.resume(known()).then(() => ended.promise);
    if ('locks' in navigator) void navigator.locks.request(`druse intake ${id}`, work);
    else void work();
    void made.add(takeFirst(), known());
    return ended.resolve;
  });
  const refuse = useEffectEvent((file: File) => refusalOf(file));
  useEffect(() => {
    if (!isLoaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: intakeQuery(id).queryKey, exact: true });
      }, REFRESH_MS);
    };
    const made = makeSender(id, { onSent: refresh, refusalOf: (file) => refuse(file) });
    setSender(made);
    const end = begin(made);
    return () => {
      clearTimeout(timer);
      made.stop();
      end();
    };
  }, [id, isLoaded, queryClient]);
  return { sender, add: (files: File[]) => void sender?.add(files, known()) };
}

function OpenIntake(
  props: Omit<Props, 'id'> & { id: number; takeFirst: () => File[]; onBegin: () => void },
) {
  const { id, onChoose, onBegin } = props;
  const { data: intake, error, refetch } = useQuery(intakeQuery(id));
  const { sender, add } = useSender(id, intake, props);
  const [isEnding, setEnding] = useState(false);
  const making = useDraftMaking(id);
  const ending = useEnding(id);
  if (!intake)
    return error ? (
      <Notice
        isAlert
        className="mt-8 py-14"
        title="Failed to load the intake"
        text={messageOf(error)}
      >
        <Button onClick={() => void refetch()}>Try again</Button>{' '}
        <Button look="outline" onClick={() => onChoose(undefined)}>
          Other intakes
        </Button>
      </Notice>
    ) : (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading...
      </p>
    );
  const onError = (problem: unknown) => toastError(problem);
  const ready = intake.rows.filter(({ state }) => state === 'ready').length;
  const done = intake.rows.filter(({ state }) => state === 'done');
  const isPublished =
    done.length > 0 &&
    done.length === intake.rows.length &&
    done.every(({ specimen }) => specimen?.visible);
  // Labels that were not seen are asked about for all rows at once, beneath.
  const waiting = intake.rows.filter(({ problems }) =>
    problems.some((one) => one !== 'unseen' && rowProblemTable[one].isBlocking),
  ).length;
  const rest = intake.files.filter(
    ({ specimenId, refusal }) => specimenId === null && refusal === null,
  ).length;

  const makeAll = () =>
    making.mutate(undefined, {
      onError,
      onSuccess: ({ made, failed }) => {
        for (const { number, message } of failed)
          toast({ variant: 'destructive', title: `No draft of ${number}`, description: message });
        if (failed.length === 0)
          toast({
            title: made.length === 1 ? '1 draft made' : `${formatCount(made.length)} drafts made`,
            description: 'They stay hidden until you show them.',
          });
      },
    });
  const end = () =>
    ending.mutate(undefined, {
      onError,
      onSettled: () => setEnding(false),
      onSuccess: () => {
        sender?.stop();
        void forgetUnsentOf(id);
        onChoose(undefined);
      },
    });

  return (
    <>
      <FileChoice {...props} onFiles={add} />
      {sender && <IntakeProgress sender={sender} />}
      <Refused intake={intake} />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <p role="status" className="figures min-w-0 flex-1 basis-60">
          {summary(intake.rows.length, intake.unassigned.length, waiting)}
        </p>
        {done.length > 0 && done[0]?.specimen && (
          <Link
            to="/edit/$id"
            params={{ id: String(done[0].specimen.id) }}
            search={{ intake: id }}
            className={buttonClass(ready > 0 || isPublished ? 'outline' : 'solid')}
          >
            Complete the drafts
          </Link>
        )}
        {done.length > 1 && (
          <Link to="/intake/table" search={{ intake: id }} className={buttonClass('outline')}>
            Type them in a table
          </Link>
        )}
        {done.length > 0 && (
          <Parts
            at="hiddenPieces"
            ids={done.flatMap(({ specimen }) => specimen?.id ?? [])}
            onDone={() => void refetch()}
          />
        )}
        {ready > 0 && sender && (
          <DraftButton sender={sender} ready={ready} isBusy={making.isPending} onMake={makeAll} />
        )}
        <Button look={isPublished ? 'solid' : 'outline'} onClick={() => setEnding(true)}>
          {done.length > 0 ? 'Finish' : 'Cancel the intake'}
        </Button>
        <Button look="plain" onClick={onBegin}>
          Start another
        </Button>
      </div>
      {intake.files.length > 0 && sender && <SoFar sender={sender} intake={intake} />}
      <ConfirmDialog
        open={isEnding}
        title={done.length > 0 ? 'Finish the intake?' : 'Cancel the intake?'}
        cancel="Go back"
        confirm={done.length > 0 ? 'Finish' : 'Cancel the intake'}
        isBusy={ending.isPending}
        onCancel={() => setEnding(false)}
        onConfirm={end}
      >
        {done.length > 0 &&
          (done.length === 1
            ? 'The draft stays. '
            : `The ${formatCount(done.length)} drafts stay. `)}
        {rest === 0
          ? 'Nothing else is left here.'
          : `${rest === 1 ? 'One file' : `${formatCount(rest)} files`} without a draft, and anything not yet sent, will be removed here. Your originals are safe.`}
      </ConfirmDialog>
    </>
  );
}

const isSending = ({ items }: ReturnType<Sender['state']['get']>): boolean =>
  items.some(({ state }) => state === 'waiting' || state === 'sending');

function SoFar({ sender, intake }: { sender: Sender; intake: Intake }) {
  return (
    <IntakeBoard intake={isSending(sender.state.use()) ? { ...intake, unseen: [] } : intake} />
  );
}

/** Not before all is sent: a row's last pictures may be among it. */
function DraftButton({
  sender,
  ready,
  isBusy,
  onMake,
}: {
  sender: Sender;
  ready: number;
  isBusy: boolean;
  onMake: () => void;
}) {
  const hasMore = isSending(sender.state.use());
  return (
    <Button
      disabled={isBusy || hasMore}
      title={hasMore ? 'Available once all files are sent' : undefined}
      onClick={onMake}
    >
      {isBusy ? 'Making…' : ready === 1 ? 'Make 1 draft' : `Make ${formatCount(ready)} drafts`}
    </Button>
  );
}

function summary(rows: number, unassigned: number, waiting: number): string {
  if (rows === 0 && unassigned === 0) return 'Nothing here yet.';
  const parts = [rows === 1 ? '1 number' : `${formatCount(rows)} numbers`];
  if (waiting > 0) parts.push(waiting === 1 ? '1 to check' : `${formatCount(waiting)} to check`);
  if (unassigned > 0)
    parts.push(
      unassigned === 1 ? '1 file unassigned' : `${formatCount(unassigned)} files unassigned`,
    );
  return parts.join(' · ');
}

function Refused({ intake: { files } }: { intake: Intake }) {
  const refused = files.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <ul role="status" aria-label="Files we couldn’t use" className="mt-4 callout look-bad">
      {refused.map(({ id, refusal }) => (
        <li key={id}>{refusal}</li>
      ))}
    </ul>
  );
}

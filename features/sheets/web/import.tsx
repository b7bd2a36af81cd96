import { useId } from 'react';
import type { ForeignLook, SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { Button } from '#ui/button.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { LearnMore } from '#ui/learn-more.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { pathOf } from '#ui/lib/api.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ColumnMatching, takenTwice, undecidedIn } from './column-matching.tsx';
import { HowItWasRead } from './how-it-was-read.tsx';
import { ImportReportView } from './import-report.tsx';
import { ImportRows } from './import-rows.tsx';
import { type ImportState, useImport } from './use-import.ts';

export function Import() {
  const { file, look, state, decided, choose, match, decide, readAs, forget, answer, ...rest } =
    useImport();
  const { start, cancel, back } = rest;
  const isBusy = state.step === 'busy';
  const isMatching = look !== null && state.step !== 'reported';
  return (
    <section aria-labelledby="import-title">
      <h2 id="import-title" className="text-2xl">
        Import
      </h2>
      <p className="mt-2 max-w-prose text-quiet">
        Drop your price list or stock list as it is. You’ll see how we read each column before
        anything is saved, and new pieces come in hidden.
      </p>
      <LearnMore>
        <p>
          CSV, Excel (.xlsx) or OpenDocument (.ods), alone or in a zip file with its photos. The zip
          file of an export works too.
        </p>
        <p>
          A piece that’s already here is found by your catalog number or reference and updated, not
          added twice. Its quantity and status don’t change.
        </p>
      </LearnMore>
      <Picker file={file} isBusy={isBusy} onPick={choose} />
      <a
        href={pathOf('GET /api/manage/empty-sheet')}
        download
        className="mt-3 inline-flex min-h-11 items-center text-link underline underline-offset-4"
      >
        Download an empty sheet
      </a>
      {file && (
        <div className="mt-5 space-y-6">
          {isMatching && (
            <>
              <HowItWasRead look={look} onChange={match} onRead={readAs} />
              <ColumnMatching
                look={look}
                decided={decided}
                onChange={match}
                onDecide={decide}
                onForget={forget}
              />
            </>
          )}
          <Outcome state={state} look={look} onAnswer={answer} />
          <div className="flex flex-wrap gap-3">
            {isBusy ? (
              <Button look="outline" onClick={cancel}>
                Stop
              </Button>
            ) : (
              <Choices look={look} state={state} decided={decided} start={start} back={back} />
            )}
          </div>
        </div>
      )}
      <LeaveGuard when={() => state.step === 'busy' && !state.isDryRun}>
        The import stopped. What’s in so far stays. Import the same file again to finish.
      </LeaveGuard>
    </section>
  );
}

function Picker({
  file,
  isBusy,
  onPick,
}: {
  file: File | null;
  isBusy: boolean;
  onPick: (file: File) => void;
}) {
  const id = useId();
  const pick = ([chosen]: Iterable<File>) => {
    if (chosen) onPick(chosen);
  };
  return (
    <DropZone
      className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-5"
      disabled={isBusy}
      onFiles={pick}
    >
      <FileButton
        label="File to import"
        look={file ? 'outline' : 'solid'}
        aria-describedby={id}
        accept=".zip,.csv,.tsv,.txt,.xlsx,.xlsm,.ods"
        disabled={isBusy}
        onFiles={pick}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </FileButton>
      <span id={id} role="status" className="wrap-anywhere text-quiet">
        {file ? file.name : 'or drop it here'}
      </span>
    </DropZone>
  );
}

type ChoicesProps = {
  look: ForeignLook | null;
  state: ImportState;
  decided: ReadonlySet<number>;
  start: (isDryRun: boolean) => Promise<void>;
  back: () => void;
};

function Choices({ look, state, decided, start, back }: ChoicesProps) {
  const report = state.step === 'reported' ? state.report : null;
  if ((report && !report.isDryRun) || (state.step === 'failed' && !state.isRead)) return null;
  const importable = report
    ? [report.species, report.specimens, report.orders, report.papers].reduce(
        (sum, { added, changed }) => sum + added + changed,
        0,
      )
    : 0;
  const isUnmatched =
    look !== null &&
    (takenTwice(look.matching).length > 0 ||
      undecidedIn(look, decided).length > 0 ||
      look.matching.columns.every((target) => target === ''));
  return (
    <>
      {importable > 0 && (
        <Button onClick={() => void start(false)}>
          {report?.errorCount ? 'Import the rest' : 'Import now'}
        </Button>
      )}
      {look && report ? (
        <Button look="outline" onClick={back}>
          Back to the columns
        </Button>
      ) : (
        <Button
          look={report ? 'outline' : 'solid'}
          disabled={isUnmatched}
          onClick={() => void start(true)}
        >
          {look ? 'Preview' : report ? 'Check again' : 'Check the file'}
        </Button>
      )}
    </>
  );
}

type OutcomeProps = {
  state: ImportState;
  look: ForeignLook | null;
  onAnswer: (matching: SheetMatching) => void;
};

function Outcome({ state, look, onAnswer }: OutcomeProps) {
  if (state.step === 'reported')
    return (
      <>
        <ImportReportView report={state.report} isForeign={look !== null} />
        {look && state.report.isDryRun && (
          <ImportRows report={state.report} matching={look.matching} onAnswer={onAnswer} />
        )}
      </>
    );
  if (state.step === 'failed') {
    return (
      <p role="alert" className="callout look-bad wrap-anywhere">
        {state.message}
      </p>
    );
  }
  if (state.step === 'idle')
    return look ? null : (
      <p className="text-quiet">We check the file first and show you what would change.</p>
    );
  const percent = Math.floor(state.share * 100);
  return (
    <div>
      <p className="figures mb-1.5 text-sm">
        {state.label} {percent} %
      </p>
      <ProgressBar label="Import" share={state.share} />
    </div>
  );
}

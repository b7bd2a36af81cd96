import { useId, useState } from 'react';
import { send } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { LearnMore } from '#web/ui/learn-more.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { toastSaving } from '#web/ui/saving-toast.ts';
import { ImportReportView } from './import-report.tsx';
import { type ImportState, useImport } from './use-import.ts';

const EXPORT = '/api/manage/export';

/** Export and import of specimens and orders as tables for a spreadsheet. */
export function Transfer() {
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <Export />
      <Import />
    </div>
  );
}

function Export() {
  const exportFrom = async (url: string) => {
    try {
      // The browser shows no error when a download fails, so ask the server first.
      await send(EXPORT, { method: 'HEAD' });
      download(url);
      toastSaving('Export started');
    } catch (error) {
      toastError(error, reasonOf(error));
    }
  };
  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title" className="text-2xl">
        Export
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        A zip file with specimens.csv, orders.csv, your own species and your original photos and videos. It contains buyers’ names and
        addresses, so keep it private.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void exportFrom(EXPORT)}>
          Export with photos
        </Button>
        <Button look="outline" onClick={() => void exportFrom(`${EXPORT}?pictures=off`)}>
          Export spreadsheets only
        </Button>
      </div>
    </section>
  );
}

function Import() {
  const { state, start, cancel, clear } = useImport();
  const [file, setFile] = useState<File | null>(null);
  const id = useId();
  const isBusy = state.step === 'busy';
  const choose = ([chosen]: File[]) => {
    if (!chosen) return;
    setFile(chosen);
    clear();
  };
  return (
    <section aria-labelledby="import-title">
      <h2 id="import-title" className="text-2xl">
        Import
      </h2>
      <p className="mt-2 text-quiet">
        A zip file like your export, or specimens.csv alone. Specimens that are already here are matched by your reference and updated, not
        added twice.
      </p>
      <LearnMore>
        <p>A reference is your own name for a specimen, such as its inventory number. Each row needs one.</p>
        <p>Quantity and status of a specimen that’s already here don’t change. They depend on its orders and on you.</p>
      </LearnMore>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <FileButton
          label="File to import"
          aria-describedby={id}
          accept=".zip,.csv,application/zip,text/csv"
          disabled={isBusy}
          onFiles={choose}
        >
          {file ? 'Choose another file' : 'Choose a file'}
          <span className="sr-only"> to import</span>
        </FileButton>
        <span id={id} role="status" className="wrap-anywhere">
          {file?.name}
        </span>
      </div>
      {file && (
        <div className="mt-5 space-y-5">
          <Outcome state={state} />
          <div className="flex flex-wrap gap-3">
            {isBusy ? (
              <Button look="outline" onClick={cancel}>
                Stop
              </Button>
            ) : (
              <Choices file={file} state={state} start={start} />
            )}
          </div>
        </div>
      )}
      <LeaveGuard when={() => isBusy}>The import stopped. What’s in so far stays. Import the same file again to finish.</LeaveGuard>
    </section>
  );
}

/** First a check, then the import; none after the import is done. */
function Choices({ file, state, start }: { file: File; state: ImportState; start: (file: File, isDryRun: boolean) => Promise<void> }) {
  const report = state.step === 'reported' ? state.report : null;
  if (report && !report.isDryRun) return null;
  const importable = report
    ? [report.species, report.specimens, report.orders].reduce((sum, { added, changed }) => sum + added + changed, 0)
    : 0;
  return (
    <>
      {importable > 0 && <Button onClick={() => void start(file, false)}>{report?.errorCount ? 'Import the rest' : 'Import now'}</Button>}
      <Button look={report ? 'outline' : 'solid'} onClick={() => void start(file, true)}>
        {report ? 'Check again' : 'Check the file'}
      </Button>
    </>
  );
}

function Outcome({ state }: { state: ImportState }) {
  if (state.step === 'reported') return <ImportReportView report={state.report} />;
  if (state.step === 'failed') {
    return (
      <p role="alert" className="callout look-bad wrap-anywhere">
        {state.message}
      </p>
    );
  }
  if (state.step === 'idle') return <p className="text-quiet">We check the file first and show you what would change.</p>;
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

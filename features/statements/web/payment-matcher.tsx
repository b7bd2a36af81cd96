import { useState } from 'react';
import type {
  PaymentInput,
  PaymentResults,
  StatementReport,
} from '#features/statements/contract/payments.ts';
import {
  MAX_STATEMENT_BYTES,
  type StatementColumns,
} from '#features/statements/contract/statement-columns.ts';
import { toastError } from '#ui/error-toast.ts';
import { changedFileText, isChanged } from '#ui/lib/changed-file.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { Notice } from '#ui/notice.tsx';
import { toast } from '#ui/toast.ts';
import { ColumnChoice } from './column-choice.tsx';
import { Matches } from './matches.tsx';
import { useConfirmation, useStatement } from './payment-queries.ts';
import { StatementPicker } from './statement-picker.tsx';

const TOO_LARGE = `The file is too large: a statement has at most ${MAX_STATEMENT_BYTES / 2 ** 20} MB. Please choose one that covers less time.`;

type Props = { timeZone: string };

export function PaymentMatcher({ timeZone }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [results, setResults] = useState<PaymentResults['results']>([]);
  const statement = useStatement();
  const confirmation = useConfirmation();
  const report = statement.data;

  const explain = async (error: unknown, chosen: File) => {
    setFailure((await isChanged(chosen)) ? changedFileText() : reasonOf(error));
  };

  const read = (chosen: File, columns?: StatementColumns) => {
    setFile(chosen);
    setFailure(null);
    if (chosen.size > MAX_STATEMENT_BYTES) {
      statement.reset();
      setFailure(TOO_LARGE);
    } else
      statement.mutate(
        { file: chosen, columns },
        { onError: (error) => void explain(error, chosen) },
      );
  };

  const confirm = (chosen: File, payments: PaymentInput['payments']) =>
    confirmation.mutate(payments, {
      onSuccess: (results) => {
        const paid = results.filter(({ isPaid }) => isPaid).length;
        setResults(results);
        toast({
          title: 'Payments Recorded',
          description: `${paid} of ${results.length} payments noted.`,
        });
        read(chosen);
      },
      onError: (error) => {
        toastError(error, `Failed to note payments: ${reasonOf(error)}`);
        // Some may be.
        read(chosen);
      },
    });

  return (
    <div className="mt-6 space-y-10">
      <StatementPicker
        file={file}
        isBusy={statement.isPending || confirmation.isPending}
        onPick={(chosen) => {
          setResults([]);
          read(chosen);
        }}
      />
      <Results results={results} />
      {failure !== null && (
        <p role="alert" className="callout look-bad wrap-anywhere">
          {failure}
        </p>
      )}
      {file && report && failure === null && (
        <>
          {report.columns && (
            <Matches
              key={statement.submittedAt}
              report={report}
              timeZone={timeZone}
              isBusy={statement.isPending || confirmation.isPending}
              onConfirm={(payments) => confirm(file, payments)}
            />
          )}
          <Columns
            report={report}
            isBusy={statement.isPending}
            onChosen={(columns) => read(file, columns)}
          />
        </>
      )}
    </div>
  );
}

type ColumnProps = {
  report: StatementReport;
  isBusy: boolean;
  onChosen: (columns: StatementColumns) => void;
};

function Columns({ report: { headings, columns }, isBusy, onChosen }: ColumnProps) {
  const choice = (
    <ColumnChoice
      key={headings.join()}
      headings={headings}
      columns={columns}
      isBusy={isBusy}
      onChosen={onChosen}
    />
  );
  if (columns === null)
    return (
      <section aria-labelledby="columns">
        <h2 id="columns" className="text-2xl">
          Which column is which?
        </h2>
        <p className="mt-2 mb-6 max-w-2xl text-quiet">
          This isn’t a Venmo statement. Tell us once what its columns are, and we’ll remember.
        </p>
        {choice}
      </section>
    );
  return (
    <details className="border-y border-line">
      <summary className="min-h-11 py-2.5 text-quiet hover:text-accent">Column settings</summary>
      <div className="pt-2 pb-6">{choice}</div>
    </details>
  );
}

/** The button that was pressed is gone. */
const focus = (section: HTMLElement | null) => section?.focus();

function Results({ results }: { results: PaymentResults['results'] }) {
  if (results.length === 0) return null;
  const refused = results.filter(({ isPaid }) => !isPaid);
  const paid = results.length - refused.length;
  return (
    <section ref={focus} tabIndex={-1} aria-label="Result" className="space-y-4">
      {paid > 0 && (
        <Notice
          className="py-6"
          text={paid === 1 ? 'One payment is noted.' : `${paid} payments are noted.`}
        />
      )}
      {refused.length > 0 && (
        <ul role="alert" className="callout bg-raised px-4 py-3">
          {refused.map(({ paymentId, orderId, message }) => (
            <li key={`${paymentId} ${orderId}`}>
              <span className="figures">#{orderId}:</span> {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

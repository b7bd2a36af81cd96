import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCommandWords } from '#core/web/admin/operations/version-queries.ts';
import type { SettingRoomProps } from '#core/web/desk-feature.ts';
import type { DoctorReport, Finding } from '#features/health/contract/doctor.ts';
import { findingStateTable, worstOf } from '#features/health/contract/doctor-rules.ts';
import { Button } from '#ui/button.tsx';
import { copyText } from '#ui/lib/clipboard.ts';
import { formatDate } from '#ui/lib/format.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { doctorQuery } from './doctor-queries.ts';

const tones = {
  good: 'text-good',
  warning: 'text-warn',
  bad: 'text-bad',
  unknown: 'text-quiet',
} as const;
/** Told apart without colors too. */
const marks = { good: '✓', warning: '!', bad: '✕', unknown: '?' } as const;

const summaries = {
  good: 'Everything is fine.',
  unknown: 'Nothing is wrong, as far as we can tell.',
  warning: 'The shop is running. A few things need a look.',
  bad: 'Something needs fixing.',
} as const;

/** The doctor looks without a press once the panel is seen. */
export default function HealthPanel({ isShown, timeZone }: SettingRoomProps) {
  const asTyped = useCommandWords();
  const { data, error, isFetching, refetch } = useQuery({ ...doctorQuery, enabled: isShown });
  return (
    <section aria-labelledby="health-heading">
      <h2 id="health-heading" className="text-2xl">
        Health
      </h2>
      <p className="mt-2 mb-4 max-w-2xl text-quiet">
        What the shop needs to run, and what to do where something is missing. You can send the
        report to someone who helps you. On the shop’s own machine{' '}
        <code>{asTyped('npm run doctor')}</code> says the same.
      </p>
      <div role="status">
        {data && !isFetching && (
          <p className="mb-4 text-lg">
            {summaries[worstOf(data.findings.map(({ state }) => state))]}{' '}
            <span className="text-sm text-quiet">Checked {formatDate(data.at, timeZone)}.</span>
          </p>
        )}
        {isFetching && (
          <p className="mb-4 text-quiet">Checking everything. This can take half a minute.</p>
        )}
      </div>
      {error && (
        <p role="alert" className="mb-6 callout look-bad">
          {reasonOf(error)}
        </p>
      )}
      {data && (
        <ul className={`border-b border-line ${isFetching ? 'opacity-60' : ''}`}>
          {[...data.findings].sort(byUrgency).map((finding) => (
            <Row key={finding.name} finding={finding} />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button disabled={isFetching} onClick={() => void refetch()}>
          {isFetching ? 'Checking...' : data ? 'Check again' : 'Check the shop'}
        </Button>
        {data && <CopyReport report={data} />}
      </div>
    </section>
  );
}

const urgency = ['bad', 'warning', 'unknown', 'good'];
const byUrgency = (a: Finding, b: Finding) => urgency.indexOf(a.state) - urgency.indexOf(b.state);

function Row({ finding: { name, state, text, wayOut } }: { finding: Finding }) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-3 border-t border-line py-4 md:grid-cols-[1.75rem_13rem_1fr]">
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-full border border-current text-sm font-medium ${tones[state]}`}
      >
        {marks[state]}
      </span>
      <div>
        <h3 className="text-lg leading-7">{name}</h3>
        <p className={`text-sm ${tones[state]}`}>{findingStateTable[state].label}</p>
      </div>
      <div className="max-md:col-start-2 max-md:mt-2">
        <p className="wrap-anywhere">{text}</p>
        {wayOut !== null && <p className="mt-1 text-sm wrap-anywhere text-quiet">{wayOut}</p>}
      </div>
    </li>
  );
}

function CopyReport({ report }: { report: DoctorReport }) {
  const [status, setStatus] = useState('');
  const lines = report.findings.map(({ name, state, text, wayOut }) =>
    `[${findingStateTable[state].label}] ${name}: ${text} ${wayOut ?? ''}`.trim(),
  );
  const text = [`Druse ${report.version}, ${report.at}`, ...lines].join('\n');
  return (
    <>
      <Button
        look="outline"
        onClick={async () =>
          setStatus(
            (await copyText(text))
              ? 'Copied. There’s nothing secret in it.'
              : 'Couldn’t copy. Select the text above instead.',
          )
        }
      >
        Copy the report
      </Button>
      <p role="status" className="self-center text-sm text-quiet">
        {status}
      </p>
    </>
  );
}

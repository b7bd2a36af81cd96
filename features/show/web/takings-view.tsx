import { useEffect, useState } from 'react';
import { calendarOf } from '#core/contract/calendar.ts';
import { formatDay } from '#core/contract/dates.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { randomId } from '#ui/lib/storage.ts';
import { type DayTakings, dayTakings, type StoredTakings, type Way } from './day-takings.ts';
import { ageWords } from './device-panel.tsx';
import { correctedSale, type Entry, type Move, type SaleEntry } from './entries.ts';
import { ReceiptButton } from './receipt.tsx';
import { refreshTakings } from './show-queries.ts';
import { TakeBack } from './take-back.tsx';
import { BACK_TO_PIECES } from './words.ts';

type Props = {
  entries: readonly Entry[];
  takings: StoredTakings | null;
  timeZone: string;
  isOnline: boolean;
  shopUrl: string;
  sendsMail: boolean;
  onCorrect: (sale: SaleEntry) => void;
  onBack: () => void;
};

export default function TakingsView({
  entries,
  takings,
  timeZone,
  isOnline,
  shopUrl,
  sendsMail,
  onCorrect,
  onBack,
}: Props) {
  const today = calendarOf(timeZone).dayOf(new Date().toISOString());
  const [day, setDay] = useState(today);
  const [problem, setProblem] = useState<string | null>(null);
  const [back, setBack] = useState<Move | null>(null);
  // The shop counts what arrives meanwhile.
  const arrived = entries.filter(({ state }) => state === 'sent').length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once something has arrived
  useEffect(() => {
    if (!isOnline) return;
    refreshTakings(day).then(
      () => setProblem(null),
      (error: unknown) => setProblem(messageOf(error, 'Couldn’t reach the shop.')),
    );
  }, [day, isOnline, arrived]);
  const known = takings?.day === day ? takings : null;
  const found = dayTakings(entries, known, day, timeZone);
  return (
    <>
      <label className="mt-5 block">
        <span className="mb-1.5 block text-fine font-medium">Day</span>
        <input
          type="date"
          value={day}
          max={today}
          onChange={({ target }) => target.value !== '' && setDay(target.value)}
          className="min-h-14 w-full rounded-field border border-field bg-raised px-4 text-lg text-ink"
        />
      </label>
      <Sums day={day} found={found} />
      <p role="status" className="mt-3 text-sm text-quiet">
        {known === null
          ? 'Only this device’s sales. Go online to see all.'
          : `The shop’s figures as of ${ageWords(Date.now() - known.readAt)}, from all devices.`}
        {found.unsent > 0 &&
          ` ${found.unsent === 1 ? 'One entry isn’t' : `${found.unsent} entries aren’t`} in the shop yet, but counted.`}
      </p>
      {problem !== null && (
        <p role="alert" className="mt-3 callout wrap-anywhere">
          {problem}
        </p>
      )}
      {known !== null && known.moves.length > 0 && (
        <section aria-label="One by one" className="mt-6">
          <h2 className="text-2xl">One by one</h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {known.moves.map((move) => (
              <li
                key={`${move.orderId} ${move.kind} ${move.at}`}
                className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3"
              >
                <div className="min-w-0 flex-1 basis-48">
                  <p className="wrap-anywhere">
                    {titlesOf(move)}{' '}
                    <span className="figures whitespace-nowrap text-quiet">
                      {move.kind === 'refund' && '−'}
                      {formatDollars(parseAmount(move.amount) ?? 0)}
                    </span>
                  </p>
                  <p className="text-sm wrap-anywhere text-quiet">
                    {[
                      move.kind === 'refund' ? 'Refunded' : '',
                      move.method,
                      move.customerName,
                      `order #${move.orderId}`,
                      formatDate(move.at, timeZone),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                </div>
                {canUndo(move, entries) && (
                  <div className="flex flex-wrap gap-3">
                    <ReceiptButton
                      {...{ shopUrl, sendsMail }}
                      sale={{
                        orderId: move.orderId,
                        path: move.secretPath,
                        title: titlesOf(move),
                        email: move.customerEmail,
                      }}
                    />
                    {/* What is still to be shipped is changed on the order's own page, with its address. */}
                    {move.status === 'delivered' && (
                      <Button look="outline" className="min-h-12" onClick={() => correct(move)}>
                        Correct
                      </Button>
                    )}
                    <Button look="danger" className="min-h-12" onClick={() => setBack(move)}>
                      Take back
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <Button look="outline" className="mt-6 min-h-14 w-full" onClick={onBack}>
        {BACK_TO_PIECES}
      </Button>
      {back && <TakeBack move={back} onClose={() => setBack(null)} />}
    </>
  );

  function correct(move: Move) {
    const sale = correctedSale(randomId(), Date.now(), move);
    if (sale) onCorrect(sale);
    else
      setProblem(
        `A piece of order #${move.orderId} has been deleted. Correct the order on its own page.`,
      );
  }
}

function canUndo({ kind, status, orderId }: Move, entries: readonly Entry[]): boolean {
  const isUndone = entries.some(({ kind: of, state, typed }) => {
    if (state === 'refused' || state === 'draft') return false;
    if (of === 'ending' && 'orderId' in typed) return typed.orderId === orderId;
    return of === 'sale' && 'insteadOf' in typed && typed.insteadOf?.orderId === orderId;
  });
  return kind === 'payment' && (status === 'delivered' || status === 'paid') && !isUndone;
}

const titlesOf = ({ lines }: Move): string =>
  lines
    .map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title))
    .join('; ') || 'No piece';

const wayText = ({ received, refunded }: Pick<Way, 'received' | 'refunded'>): string =>
  refunded === 0
    ? formatDollars(received)
    : `${formatDollars(received)} − ${formatDollars(refunded)}`;

const Sums = ({ day, found }: { day: string; found: DayTakings }) => {
  const net = found.received - found.refunded;
  return (
    <section aria-label={`Takings of ${formatDay(day, 'UTC')}`} className="figures mt-6">
      <p className="font-serif text-5xl">
        {net < 0 ? `−${formatDollars(-net)}` : formatDollars(net)}
      </p>
      <p className="mt-1 text-quiet">
        {formatDay(day, 'UTC')}
        {found.refunded > 0 && `, ${wayText(found)} refunded`}
      </p>
      {found.ways.length === 0 ? (
        <p className="mt-4 text-quiet">Nothing sold by hand on this day.</p>
      ) : (
        <dl className="mt-4 divide-y divide-line border-y border-line text-lg">
          {found.ways.map((way) => (
            <div key={way.method} className="flex min-h-12 items-center justify-between gap-4 py-2">
              <dt>{way.method || 'Payment not noted'}</dt>
              <dd>{wayText(way)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
};

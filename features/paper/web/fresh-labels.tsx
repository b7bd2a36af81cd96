import { labelCodeOf } from '#features/paper/contract/label-code.ts';
import type { LabelSheets } from '#features/paper/contract/label-sheets.ts';
import { MAX_PRINTED_LABELS } from '#features/paper/contract/paper-sizes.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDay } from '#ui/lib/format.ts';
import QrCode from '#ui/qr-code.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { LabelPages, StockChoice } from './label-pages.tsx';
import { labelStockTable, placesOn, type StockEntry } from './label-stocks.ts';
import { Loading } from './loading.tsx';
import { labelSheetQuery, labelSheetsQuery, useReserving } from './paper-queries.ts';
import type { LabelsSearch, PaperProps } from './paper-search.ts';
import { Papers } from './papers.tsx';

export const FreshLabels = (props: PaperProps<LabelsSearch>) =>
  props.search.fresh === 'new' ? (
    <Loading query={labelSheetsQuery}>
      {(sheets) => <NewSheet {...props} sheets={sheets} />}
    </Loading>
  ) : (
    <Sheet {...props} id={props.search.fresh ?? 0} />
  );

/** A number is reserved for good, so nobody reserves it by opening a page. */
function NewSheet({
  search,
  timeZone,
  onSearch,
  sheets: { next, sheets },
}: PaperProps<LabelsSearch> & { sheets: LabelSheets }) {
  const reserving = useReserving();
  const stock = search.stock ?? 'letter-30';
  const { onSubmit } = useSubmit({
    names: ['count', 'first'],
    send: ({ count, first }) =>
      reserving.mutate(
        { count: Number(count), ...(first.trim() !== '' && { first }) },
        { onSuccess: ({ id }) => onSearch({ fresh: id, stock }) },
      ),
  });
  return (
    <>
      <p className="mt-5 max-w-prose text-quiet">
        Put one on each box, photograph the label and then its specimen, and bring the photos to
        Intake. Printed numbers are never suggested again.
      </p>
      <form onSubmit={onSubmit} className="mt-6 flex flex-wrap items-end gap-x-6 gap-y-4">
        <TextField
          label="How many"
          type="number"
          required
          min={1}
          max={MAX_PRINTED_LABELS}
          name="count"
          defaultValue={placesOn(labelStockTable[stock])}
          className="w-28!"
        />
        <TextField label="First number" name="first" defaultValue={next} className="w-44!" />
        <Button type="submit" disabled={reserving.isPending}>
          {reserving.isPending ? 'Reserving…' : 'Make labels'}
        </Button>
      </form>
      {reserving.error && (
        <p role="alert" className="mt-3 text-bad">
          {messageOf(reserving.error)}
        </p>
      )}
      {sheets.length > 0 && (
        <section className="mt-10">
          <h2 className="text-2xl">Print again</h2>
          <ul className="mt-3 flex flex-col gap-2">
            {sheets.map(({ id, reservedAt, first: from, last, count: many }) => (
              <li key={id}>
                <button
                  type="button"
                  className={buttonClass('plain', 'px-0!')}
                  onClick={() => onSearch({ fresh: id, stock })}
                >
                  {many === 1 ? from : `${from} to ${last}`}
                </button>{' '}
                <span className="figures text-quiet">
                  {many === 1 ? '1 label' : `${many} labels`}, {formatDay(reservedAt, timeZone)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Sheet({ search, onSearch, id }: PaperProps<LabelsSearch> & { id: number }) {
  const stock = search.stock ?? 'letter-30';
  const entry: StockEntry = labelStockTable[stock];
  const first = Math.min(search.first ?? 1, placesOn(entry));
  return (
    <Loading query={labelSheetQuery(id)}>
      {({ numbers }) => (
        <Papers
          width={entry.page.width}
          canPrint
          options={
            <StockChoice
              stock={stock}
              first={first}
              hasFrames={search.frames === 'yes'}
              onChange={(chosen) => onSearch({ ...search, ...chosen })}
            />
          }
          notice={
            <p role="status" className="figures mt-4 text-quiet">
              {numbers.length === 1
                ? `1 label, ${numbers[0]}`
                : `${numbers.length} labels, ${numbers[0]} to ${numbers.at(-1)}`}
            </p>
          }
        >
          <LabelPages
            labels={numbers}
            stock={stock}
            first={first}
            hasFrames={search.frames === 'yes'}
            draw={(number) => <FreshLabel key={number} number={number} entry={entry} />}
          />
        </Papers>
      )}
    </Loading>
  );
}

/**
 * The code is as large as the label is high, since a photograph shows it from some distance; beside
 * it there is room to write.
 */
const FreshLabel = ({ number, entry }: { number: string; entry: StockEntry }) => (
  <section
    aria-label={`Label ${number}`}
    className="fresh-label"
    style={{ fontSize: `${entry.type}mm` }}
  >
    <QrCode
      text={labelCodeOf(number)}
      label={`QR code of ${number}`}
      className="block h-full w-auto"
    />
    <p className={number.length > 10 ? 'figures is-long' : 'figures'}>{number}</p>
  </section>
);

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { OldAddressesRead } from '#features/other-shops/contract/old-addresses.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextArea } from '#ui/field.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { LearnMore } from '#ui/learn-more.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import {
  oldAddressesQuery,
  readOldAddresses,
  removeOldAddresses,
} from './old-addresses-queries.ts';

export default function OldAddressesPanel() {
  const queryClient = useQueryClient();
  const { data } = useQuery(oldAddressesQuery());
  const [read, setRead] = useState<OldAddressesRead | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);

  const work = async (task: () => Promise<void>) => {
    setBusy(true);
    await task();
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: oldAddressesQuery().queryKey });
  };
  const paste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const list = String(new FormData(event.currentTarget).get('list'));
    if (list.trim() !== '') take([new File([asCsv(list)], 'list.csv', { type: 'text/csv' })]);
  };
  const take = ([file]: Iterable<File>) => {
    if (!file) return;
    setRead(null);
    setFailure(null);
    void work(async () => {
      try {
        setRead(await readOldAddresses(file, new AbortController().signal));
      } catch (error) {
        setFailure(messageOf(error, 'The connection was lost. Please choose the file again.'));
      }
    });
  };
  const remove = () =>
    work(async () => {
      try {
        await removeOldAddresses();
        setRead(null);
      } catch (error) {
        toastError(error, reasonOf(error));
      }
      setAsking(false);
    });

  return (
    <section aria-labelledby="old-addresses-title" className="max-w-2xl">
      <h2 id="old-addresses-title" className="text-2xl">
        Old addresses
      </h2>
      <p className="mt-2 text-quiet">
        Links to your former shop can lead to your pieces here. Drop a CSV file with two columns:
        old address and catalog number.
      </p>
      <LearnMore>
        <p>
          An old address looks like /products/blue-azurite. Instead of the catalog number, you can
          use the piece’s reference or its address here.
        </p>
        <p>
          Pieces imported from a Shopify export don’t need the file: their old links work already.
        </p>
        <p>
          Shopify’s list of redirects and that of WordPress’s Redirection are read as they are.
          Addresses that differ after the question mark, such as ?id=17, are told apart.
        </p>
      </LearnMore>
      <DropZone
        className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-5"
        disabled={isBusy}
        onFiles={take}
      >
        <FileButton
          label="Sheet of old addresses"
          accept=".csv,text/csv"
          disabled={isBusy}
          onFiles={take}
        >
          Choose the sheet
        </FileButton>
        <span role="status" className="text-quiet">
          {data &&
            (data.count === 1
              ? 'One address so far'
              : `${formatCount(data.count)} addresses so far`)}
        </span>
      </DropZone>
      <form onSubmit={paste} aria-label="List of old addresses" className="mt-4 space-y-3">
        <TextArea label="Or paste the list" name="list" rows={3} spellCheck={false} />
        <Button type="submit" look="outline" disabled={isBusy}>
          Read the list
        </Button>
      </form>
      {failure && (
        <p role="alert" className="callout look-bad mt-4 wrap-anywhere">
          {failure}
        </p>
      )}
      {read && <Read read={read} />}
      {data !== undefined && data.count > 0 && (
        <Button look="outline" className="mt-4" disabled={isBusy} onClick={() => setAsking(true)}>
          Remove all
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        title="Remove all old addresses?"
        confirm="Remove them"
        isBusy={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      >
        <p>Links to your former shop will find nothing here until you send the sheet again.</p>
      </ConfirmDialog>
    </section>
  );
}

/** What is pasted from a spreadsheet has tabs. */
const asCsv = (list: string): string =>
  list.includes('\t') && !list.includes(',') ? list.replaceAll('\t', ',') : list;

function Read({ read: { saved, faults, faultCount } }: { read: OldAddressesRead }) {
  // What is said of many rows is said once.
  const kinds = [...Map.groupBy(faults, ({ message }) => message)];
  return (
    <div className="mt-4 space-y-3">
      <p role="status" className="font-medium">
        {saved === 0
          ? 'No address was added.'
          : saved === 1
            ? 'One address leads here now.'
            : `${formatCount(saved)} addresses lead here now.`}
        {faultCount > 0 &&
          ` ${formatCount(faultCount)} ${faultCount === 1 ? 'row' : 'rows'} left out:`}
      </p>
      {kinds.map(([message, rows]) => (
        <p key={message} className="border-l-4 border-bad pl-4 text-fine wrap-anywhere">
          <span className="figures text-quiet">
            {rows.length === 1 ? 'Row' : 'Rows'}{' '}
            {rows
              .slice(0, 12)
              .map(({ row }) => row)
              .join(', ')}
            {rows.length > 12 && ` and ${formatCount(rows.length - 12)} more`}:
          </span>{' '}
          {message}
        </p>
      ))}
    </div>
  );
}

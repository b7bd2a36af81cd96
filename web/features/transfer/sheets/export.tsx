import { send } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toastSaving } from '#web/ui/saving-toast.ts';

const EXPORT = '/api/manage/export';

/** Downloads specimens and orders as tables for a spreadsheet. */
export function Export() {
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
      <p className="mt-2 mb-4 max-w-prose text-quiet">
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

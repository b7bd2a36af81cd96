import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { call, pathOf } from '#ui/lib/api.ts';
import { download } from '#ui/lib/download.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { toastSaving } from '#ui/saving-toast.ts';

export function Export() {
  const exportFrom = async (pictures: 'on' | 'off') => {
    try {
      // The browser shows no error when a download fails, so ask the server first.
      await call('HEAD /api/manage/export');
      download(pathOf('GET /api/manage/export', { query: { pictures } }));
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
        A zip file with specimens.csv, orders.csv, your own species and your original photos and
        videos. It contains buyers’ names and addresses, so keep it private.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void exportFrom('on')}>
          Export with photos
        </Button>
        <Button look="outline" onClick={() => void exportFrom('off')}>
          Export spreadsheets only
        </Button>
      </div>
    </section>
  );
}

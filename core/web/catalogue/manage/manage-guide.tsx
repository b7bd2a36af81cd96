import { Button } from '#ui/button.tsx';

const Explained = () => (
  <>
    <div>
      <dt className="font-medium">Hide</dt>
      <dd className="mt-0.5 text-quiet">
        Takes the specimen out of the gallery but keeps it in your collection. You can show it again
        anytime.
      </dd>
    </div>
    <div>
      <dt className="font-medium">Delete</dt>
      <dd className="mt-0.5 text-quiet">
        Permanently removes the specimen. Orders keep their copy. This cannot be undone.
      </dd>
    </div>
  </>
);

export const ManageGuide = ({ onRead }: { onRead: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-10 gap-y-2 border-b border-line py-3 xl:mb-5 xl:pt-0 xl:pb-5">
    <dl aria-label="Guide" className="grid flex-1 basis-72 gap-x-10 gap-y-2 text-sm sm:grid-cols-2">
      <Explained />
    </dl>
    <Button look="outline" onClick={onRead}>
      Got it
    </Button>
  </div>
);

export const GuideAmongTools = () => (
  <details className="text-sm">
    <summary className="flex min-h-11 items-center text-fine hover:text-accent xl:min-h-9">
      Hide or delete?
    </summary>
    <dl aria-label="Guide" className="max-w-prose space-y-3 pt-1 pb-3">
      <Explained />
    </dl>
  </details>
);

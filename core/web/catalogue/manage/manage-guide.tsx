export const ManageGuide = () => (
  <dl aria-label="Guide" className="max-w-prose space-y-3 pt-3 text-sm">
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
  </dl>
);

import { AwaitedPhotos } from './awaited-photos.tsx';
import { Export } from './export.tsx';
import { Import } from './import.tsx';
import { PhotoAddresses } from './photo-addresses.tsx';
import { RecentImports } from './recent-imports.tsx';

/** Export and import of specimens and orders as tables for a spreadsheet. */
export function Transfer({ timeZone }: { timeZone: string }) {
  return (
    <div className="space-y-12">
      <Import />
      <PhotoAddresses />
      <AwaitedPhotos />
      <RecentImports timeZone={timeZone} />
      <Export />
    </div>
  );
}

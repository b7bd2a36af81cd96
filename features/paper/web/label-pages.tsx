import { type ReactNode, useRef } from 'react';
import { SelectField, TextField } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import {
  edgeRoom,
  type LabelStock,
  labelStocks,
  labelStockTable,
  onPages,
  placesOn,
  type StockEntry,
} from './label-stocks.ts';

type Chosen = {
  stock?: LabelStock | undefined;
  first?: number | undefined;
  frames?: 'yes' | undefined;
};

export function StockChoice({
  stock,
  first,
  hasFrames,
  onChange,
}: {
  stock: LabelStock;
  first: number;
  hasFrames: boolean;
  onChange: (chosen: Chosen) => void;
}) {
  const places = placesOn(labelStockTable[stock]);
  return (
    <>
      <SelectField
        label="Labels"
        value={stock}
        onChange={({ target }) =>
          onChange({ stock: labelStocks.find((one) => one === target.value), first: undefined })
        }
        className="w-64!"
      >
        {labelStocks.map((one) => (
          <option key={one} value={one}>
            {labelStockTable[one].name}
          </option>
        ))}
      </SelectField>
      {places > 1 && (
        <Switch
          label="Frames"
          checked={hasFrames}
          onChange={(on) => onChange({ frames: on ? 'yes' : undefined })}
          hint="Print on plain paper first, and hold it against a sheet."
        />
      )}
      {places > 1 && (
        <FirstPlace
          key={stock}
          places={places}
          first={first}
          onChange={(place) => onChange({ first: place })}
        />
      )}
    </>
  );
}

function FirstPlace({
  places,
  first,
  onChange,
}: {
  places: number;
  first: number;
  onChange: (place: number | undefined) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <TextField
      ref={field}
      label={`Start at label (1 to ${places})`}
      type="number"
      min={1}
      max={places}
      defaultValue={first}
      className="w-28!"
      onChange={({ target }) => {
        const place = target.valueAsNumber;
        if (Number.isInteger(place) && place >= 1 && place <= places)
          onChange(place === 1 ? undefined : place);
      }}
      onBlur={() => {
        if (field.current) field.current.value = String(first);
      }}
    />
  );
}

export function LabelPages<T>({
  labels,
  stock,
  first,
  hasFrames,
  draw,
}: {
  labels: readonly T[];
  stock: LabelStock;
  first: number;
  hasFrames: boolean;
  draw: (label: T) => ReactNode;
}) {
  const entry: StockEntry = labelStockTable[stock];
  return onPages(labels, placesOn(entry), first).map((page, index) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: pages have no names of their own
      key={index}
      className="label-page"
      style={{
        page: stock,
        width: `${entry.page.width}mm`,
        height: `${entry.page.height}mm`,
        padding: `${entry.top}mm 0 0 ${entry.left}mm`,
        gridTemplateColumns: `repeat(${entry.columns}, ${entry.label.width}mm)`,
        gridAutoRows: `${entry.label.height}mm`,
        columnGap: `${entry.gap}mm`,
      }}
    >
      {(hasFrames ? wholePage(page, placesOn(entry)) : page).map((label, place) => {
        const { left, right } = edgeRoom(entry, place);
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: places are their numbers
            key={place}
            className={hasFrames ? 'label-place has-frame' : 'label-place'}
            style={{ padding: `0 ${right}mm 0 ${left}mm` }}
          >
            {label !== null && draw(label)}
          </div>
        );
      })}
    </div>
  ));
}

const wholePage = <T,>(page: (T | null)[], places: number): (T | null)[] =>
  Array.from({ length: places }, (_, place) => page[place] ?? null);

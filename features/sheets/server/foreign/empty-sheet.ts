import { csvHeading, csvRows } from '#platform/csv.ts';
import type { Cell } from './raw-rows.ts';

const example = {
  number: 'F-001',
  title: 'Fluorite on quartz',
  species: 'Fluorite, Quartz',
  locality: 'Rogerley Mine, County Durham, England, UK',
  size: '6.2 x 4.1 x 3.8 cm',
  weight: '212 g',
  price: '120.00',
  quantity: '1',
  description: 'Green twins to 18 mm. This row is an example and is left out.',
  condition: 'One contact at the back',
  tags: 'fluorescent, twin',
  cost: '45.00',
  'bought from': 'Munich show',
  'acquired on': '2026-10-30',
  'storage place': 'Cabinet 2, drawer 4',
  photo: 'F-001.jpg, F-001b.jpg',
};
const columns = Object.keys(example);

export const emptySheet = (): string => csvHeading(columns) + csvRows(columns, [example]);

export const isExample = (cells: readonly Cell[]): boolean => {
  const values = Object.values(example);
  return (
    cells.length === values.length && values.every((value, index) => String(cells[index]) === value)
  );
};

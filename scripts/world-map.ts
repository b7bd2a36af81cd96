/**
 * Draws `features/topics/web/world.svg`, the coasts of the world and the hatching of its land as an engraver would set it, from Natural Earth's
 * outlines (public domain). They are drawn once, so their package is none of the shop's:
 *
 *     npm install --no-save world-atlas@2.0.2 && npx node scripts/world-map.ts node_modules/world-atlas/land-110m.json
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type MapPoint, onMap, worldSize } from '#features/topics/contract/world-map.ts';

/** As far as it is read here: https://github.com/topojson/topojson-specification. */
type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { land: { geometries: { arcs: number[][][] }[] } };
};

const HATCHING = 6;
/** Smaller islands, in square units of the map, would be specks. */
const MIN_AREA = 6;

const [source] = process.argv.slice(2);
if (!source)
  throw new Error('Name the file of the outlines: land-110m.json of the package world-atlas');
const { transform, arcs, objects } = JSON.parse(readFileSync(source, 'utf8')) as Topology;

/** An arc's points are steps from the one before; a negative index, counted from -1, means the arc backwards. */
function pointsOf(index: number): MapPoint[] {
  const [x, y] = [0, 1] as const;
  const at = [0, 0];
  const points = (arcs[index < 0 ? ~index : index] ?? []).map((step) => {
    at[x] = (at[x] ?? 0) + step[x];
    at[y] = (at[y] ?? 0) + step[y];
    return onMap({
      longitude: (at[x] ?? 0) * transform.scale[x] + transform.translate[x],
      latitude: (at[y] ?? 0) * transform.scale[y] + transform.translate[y],
    });
  });
  return index < 0 ? points.reverse() : points;
}

const areaOf = (ring: MapPoint[]) =>
  Math.abs(
    ring.reduce(
      (sum, { x, y }, index) =>
        sum + x * (ring.at(index - 1)?.y ?? 0) - (ring.at(index - 1)?.x ?? 0) * y,
      0,
    ),
  ) / 2;

/** Islands that the edge of the map cuts would be drawn across all of it. */
const isCut = (ring: MapPoint[]) =>
  ring.some(({ x }, index) => Math.abs(x - (ring[index - 1]?.x ?? x)) > worldSize.width / 2);

const rings = objects.land.geometries
  .flatMap((geometry) => geometry.arcs.flat())
  .map((ring) => ring.flatMap((arc, index) => pointsOf(arc).slice(index === 0 ? 0 : 1)))
  .filter(
    (ring) =>
      ring.some(({ y }) => y < worldSize.height) && areaOf(ring) >= MIN_AREA && !isCut(ring),
  );

function outline(ring: MapPoint[]): string {
  const whole = ring.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  const [start, ...others] = whole.filter(
    ({ x, y }, index) => index === 0 || x !== whole[index - 1]?.x || y !== whole[index - 1]?.y,
  );
  let last = start ?? { x: 0, y: 0 };
  const steps = others.slice(0, -1).map((point) => {
    const step = `${point.x - last.x} ${point.y - last.y}`;
    last = point;
    return step;
  });
  // A minus sign divides two numbers as well as a space does.
  return `M${start?.x} ${start?.y}l${steps.join(' ').replaceAll(' -', '-')}z`;
}

/** The stretches of land that a line across the map crosses, as pairs of neighbours in the order of x. */
function hatching(y: number): string {
  const crossings = rings
    .flatMap((ring) =>
      ring.flatMap((to, index) => {
        const from = ring.at(index - 1) ?? to;
        return from.y <= y === to.y <= y
          ? []
          : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)];
      }),
    )
    .sort((a, b) => a - b)
    .map(Math.round);
  return crossings
    .flatMap((x, index) => {
      const end = crossings[index + 1] ?? x;
      return index % 2 === 0 && end - x > 1 ? [`M${x} ${y}H${end}`] : [];
    })
    .join('');
}

const { width, height } = worldSize;
const lines = Array.from({ length: Math.floor(height / HATCHING) }, (_, index) =>
  hatching(HATCHING * (index + 0.5)),
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><title>The world</title><g id="land" fill="none" stroke="currentColor"><path vector-effect="non-scaling-stroke" opacity=".45" stroke-width=".6" d="${lines.join('')}"/><path vector-effect="non-scaling-stroke" stroke-width=".8" stroke-linejoin="round" d="${rings.map(outline).join('')}"/></g></svg>\n`;
const file = path.join(import.meta.dirname, '../features/topics/web/world.svg');
writeFileSync(file, svg);
console.log(`${file}: ${svg.length} bytes`);

/** What columns are called, in English, German, French and Spanish. */
import { fold } from '#contract/fold.ts';

/** By the column of `specimens.csv` that it becomes. Where several languages mean different things by one word, what is in the column decides. */
const names: Record<string, string> = {
  reference: 'reference|id|handle|url handle',
  'catalogue number':
    'catalog number|catalogue number|catalog no|catalogue no|cat no|cat nr|no|nr|number|nummer|num|numero|no de catalogue|no inventaire|no d inventaire|no inventario|no de inventario|inventory number|inventory no|inv no|inv nr|inventarnummer|inventarnr|katalognummer|katalognr|artikelnummer|artikelnr|artnr|art nr|bestellnummer|bestellnr|sammlungsnummer|stucknummer|sku|item no|item number|stock number|stock no|ref|referencia|codigo|code|numero inventaire|numero d inventaire|numero de catalogo|numero de inventario|n',
  title:
    'title|name|titel|bezeichnung|objekt|artikel|artikelbezeichnung|item|item name|product|product name|item title|produkt|produktname|stuck|specimen|piece|titre|nom|designation|titulo|nombre|pieza|denominacion|articulo',
  species:
    'species|mineral|minerals|minerale|mineralien|mineralname|mineralart|mineral species|main species|hauptmineral|mineraux|espece|especes|especie|especies|minerales|mineral name',
  'associated species':
    'associated species|associated minerals|associates|associated|association|associations|begleiter|begleitmineral|begleitminerale|begleitmineralien|paragenese|mineraux associes|associes|minerales asociados|asociados|acompanantes',
  locality:
    'locality|location|localite|fundort|fundstelle|fundgebiet|lokalitat|herkunft|origin|origine|gisement|lieu|localidad|procedencia|yacimiento|mine|grube|mina|district|county|kreis|region|state|bundesland|kanton|canton|province|provinz|provincia|departement|departamento|departement|country|land|pays|pais|origen',
  description: 'description|beschreibung|text|details|descripcion|detalles|long description|body html|body',
  dimensions:
    'dimensions|dimension|size|measurements|masse|abmessungen|abmessung|grosse|taille|tailles|mesures|tamano|medidas|dimensiones|length|lange|longueur|largo|longitud|width|breite|largeur|ancho|height|hohe|hauteur|alto|altura|depth|tiefe|profondeur|fondo|l|b|w|h',
  weight: 'weight|gewicht|poids|peso|mass',
  price:
    'price|preis|vk|vk preis|verkaufspreis|preis vk|asking price|asking|retail|retail price|sale price|sales price|ladenpreis|endpreis|prix|prix de vente|prix vente|precio|precio de venta|precio venta|pvp|variant price|regular price',
  cost: 'cost|cost price|ek|ek preis|einkaufspreis|einkauf|purchase price|paid|price paid|prix d achat|prix achat|cout|coste|costo|precio de compra|cost per item|wholesale',
  'shipping price':
    'shipping|shipping price|shipping cost|postage|versand|versandkosten|porto|frais de port|livraison|port|envio|gastos de envio',
  'acquisition date':
    'acquisition date|acquired|acquired on|date acquired|date of purchase|purchase date|purchased|kaufdatum|gekauft am|gekauft|erworben|erworben am|erwerbsdatum|datum|date|date d achat|date d acquisition|achete le|fecha|fecha de compra|fecha de adquisicion|adquirido',
  source:
    'source|bought from|supplier|dealer|handler|lieferant|gekauft von|gekauft bei|verkaufer|fournisseur|achete a|achete chez|vendeur|proveedor|comprado a|vendedor',
  'storage place':
    'storage place|storage|storage location|drawer|box|cabinet|shelf|lagerort|lager|lagerplatz|schublade|kiste|fach|schachtel|vitrine|regal|schrank|rangement|tiroir|boite|emplacement|ubicacion|cajon|caja|almacen|estante',
  quantity:
    'quantity|qty|pieces|pcs|stock|in stock|inventory|anzahl|menge|bestand|stuckzahl|stk|quantite|qte|nombre de pieces|cantidad|existencias|unidades|uds|variant inventory qty',
  category: 'category|kategorie|categorie|categoria|type|typ|tipo|group|gruppe|art|classe|clase',
  tags: 'tags|tag|keywords|schlagworte|stichworte|stichworter|mots cles|etiquettes|etiquetas|palabras clave',
  condition: 'condition|zustand|erhaltung|etat|estado|conservacion|quality|qualitat|qualite|calidad',
  provenance:
    'provenance|former collections|former collection|ex collection|ex coll|ex|previous owner|ex sammlung|sammlung|ehemalige sammlung|vorbesitzer|ancienne collection|ex coleccion|coleccion|collection',
  'private notes':
    'private notes|notes|note|remarks|remark|comments|comment|bemerkung|bemerkungen|notiz|notizen|anmerkung|anmerkungen|kommentar|intern|remarque|remarques|commentaire|commentaires|notas|nota|observaciones|comentarios',
  'for sale': 'for sale|zu verkaufen|verkauflich|a vendre|en venta|se vende',
  visible: 'visible|published|sichtbar|online|veroffentlicht|publie|publicado|visible in gallery',
  status: 'status|sold|verkauft|vendu|vendido|availability|verfugbarkeit|disponibilite|disponibilidad|reserviert',
  picture:
    'picture|pictures|photo|photos|image|images|file|file name|filename|bild|bilder|foto|fotos|dateiname|bilddatei|fichier|imagen|imagenes|archivo|image file|photo file',
  mindat: 'mindat|mindat id|mindat locality',
  coordinates: 'coordinates|koordinaten|gps|coordonnees|coordenadas|lat long',
  fluorescence: 'fluorescence|fluoreszenz|uv|fluorescencia',
  disclosures:
    'disclosures|repairs and treatment|treatment|repairs|repair|behandlung|reparatur|reparaturen|traitement|tratamiento|restauration|reparation|reparacion',
};

const targets = new Map(Object.entries(names).flatMap(([target, all]) => all.split('|').map((name) => [name, target] as const)));

/** “in” before another unit is a word. */
const UNIT = /\b(?:(?:in|en) )?(mm|cm|inch|inches|in|zoll|pouces|pulgadas|kg|g|gr|gramm|grams|grammes|gramos|ct|oz|lb|lbs)\b/;
const BESIDE = /\b(eur|euro|euros|usd|chf|gbp|netto|brutto|inkl|incl|mwst|vat|ttc|ht)\b/g;

/** A heading as headings are compared: lower case, without accents, brackets, currencies and signs. */
export const plainHeading = (heading: string): string =>
  fold(heading)
    .replace(/[([{][^)\]}]{0,100}[)\]}]/g, ' ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .replace(BESIDE, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** What the heading says of itself alone; undefined: nothing that is known. */
export function namedTarget(heading: string): string | undefined {
  const plain = plainHeading(heading.replace(/#|\bn[°º]/gi, ' no '));
  const numbered = plain.replace(/ ?\d{1,3}$/, '');
  const bare = plain
    .replace(UNIT, '')
    .replace(/ (?:in|en)$/, '')
    .trim();
  // Hyphens in German words, as in “Inventar-Nr.”, are blanks by now.
  return targets.get(plain) ?? targets.get(bare) ?? targets.get(numbered) ?? targets.get(plain.replaceAll(' ', ''));
}

/** The unit that a heading names, as dimensions and weights are written with it; null: none. */
export function unitIn(heading: string): string | null {
  const words = fold(heading).replace(/[^a-z]+/g, ' ');
  const [, unit = null] = UNIT.exec(words) ?? [];
  if (unit === null) return null;
  if (/^(in|inch|inches|zoll|pouces|pulgadas)$/.test(unit)) return 'in';
  return /^gr/.test(unit) ? 'g' : unit;
}

/** How many of the cells are names of columns. */
export const headingScore = (cells: readonly string[]): number => cells.filter((cell) => namedTarget(cell) !== undefined).length;

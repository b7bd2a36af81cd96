import { fold } from '#core/contract/fold.ts';

/** Keys are columns of `specimens.csv`. Cells decide where languages differ about a word. */
const names: Record<string, string> = {
  reference: 'reference|id|handle|url handle|url key|urlkey',
  'catalogue number':
    'catalog number|catalogue number|catalog no|catalogue no|cat no|cat nr|no|nr|number|nummer|num|numero|no de catalogue|no inventaire|no d inventaire|no inventario|no de inventario|inventory number|inventory no|inv no|inv nr|inventarnummer|inventarnr|katalognummer|katalognr|artikelnummer|artikelnr|artnr|art nr|bestellnummer|bestellnr|sammlungsnummer|stucknummer|sku|item no|item number|stock number|stock no|ref|referencia|codigo|code|numero inventaire|numero d inventaire|numero de catalogo|numero de inventario|n|n catalogo|numero catalogo|numero di catalogo|codice|codice articolo|numero inventario|n inventario|catalogusnummer|inventarisnummer|artikelcode|referencia interna|cislo|katalogove cislo|inventarni cislo|inv c|kod|kod produktu|katalogove c|custom label|標本番号|番号|品番|商品番号|商品コード|管理番号|numer katalogowy|model|part number|item code|stock code|product code|catalogus nr|specimen number|specimen no|cat',
  title:
    'title|name|titel|bezeichnung|objekt|artikel|artikelbezeichnung|item|item name|product|product name|item title|produkt|produktname|stuck|specimen|piece|titre|nom|designation|titulo|nombre|pieza|denominacion|articulo|nome|titolo|denominazione|articolo|oggetto|naam|omschrijving kort|benaming|nome do produto|nome da peca|nazev|jmeno|nazev vzorku|nazev produktu|標本名|名称|商品名|タイトル|品名|nazwa|specimen name|product title|listing title',
  species:
    'species|mineral|minerals|minerale|mineralien|mineralname|mineralart|mineral species|main species|hauptmineral|mineraux|espece|especes|especie|especies|minerales|mineral name|minerali|specie|mineraal|mineralen|soort|mineraal soort|minerais|minerais principais|mineraly|druh|druh mineralu|鉱物名|鉱物|種名|scientific name|species name|mineral species name|variety|variety name|varietat|variete|variedad|varieta|odruda|mineral principal',
  'associated species':
    'associated species|associated minerals|associates|associated|association|associations|begleiter|begleitmineral|begleitminerale|begleitmineralien|paragenese|mineraux associes|associes|minerales asociados|asociados|acompanantes|minerali associati|associazione|paragenesi|begeleidende mineralen|paragenese mineralen|minerais associados|associacao|doprovodne mineraly|paragenze|共生鉱物|随伴鉱物',
  locality:
    'locality|location|localite|fundort|fundstelle|fundgebiet|lokalitat|herkunft|origin|origine|gisement|lieu|localidad|procedencia|yacimiento|mine|grube|mina|district|county|kreis|region|state|bundesland|kanton|canton|province|provinz|provincia|departement|departamento|country|land|pays|pais|origen|localita|provenienza|giacimento|miniera|vindplaats|herkomst|mijn|provincie|localidade|proveniencia|origem|naleziste|lokalita|dul|産地|産出地|鉱山|国|国名|都道府県|nazione|paese|regione|stato|land van herkomst|regio|estado|distrito|municipio|municipality|zeme|stat|kraj|okres|state province|stateprovince|town|find place|nation|miejsce|lokalizacja|mine name|locality name',
  description:
    'description|beschreibung|text|details|descripcion|detalles|long description|body html|body|descrizione|testo|omschrijving|beschrijving|toelichting|descricao|popis|detailni popis|説明|詳細|商品説明|opis|short description|product description|item description|detailed description',
  dimensions:
    'dimensions|dimension|size|measurements|masse|abmessungen|abmessung|grosse|taille|tailles|mesures|tamano|medidas|dimensiones|length|lange|longueur|largo|longitud|width|breite|largeur|ancho|height|hohe|hauteur|alto|altura|depth|tiefe|profondeur|fondo|l|b|w|h|dimensioni|misure|misura|grandezza|altezza|larghezza|lunghezza|profondita|afmeting|afmetingen|maat|maten|hoogte|breedte|lengte|diepte|grootte|dimensoes|tamanho|medida|largura|comprimento|profundidade|rozmery|rozmer|velikost|vyska|sirka|delka|hloubka|サイズ|大きさ|寸法|wymiary|specimen size',
  weight:
    'weight|gewicht|poids|peso|mass|massa|hmotnost|vaha|重量|重さ|waga|product weight|item weight',
  price:
    'price|preis|vk|vk preis|verkaufspreis|preis vk|asking price|asking|retail|retail price|sale price|sales price|ladenpreis|endpreis|prix|prix de vente|prix vente|precio|precio de venta|precio venta|pvp|variant price|regular price|prezzo|prezzo vendita|prezzo di vendita|prijs|verkoopprijs|vraagprijs|preco|preco de venda|valor|cena|prodejni cena|価格|値段|販売価格|定価|price usd|start price|buy it now price|unit price|list price|cena sprzedazy|selling price|special price|promo price',
  cost: 'cost|cost price|ek|ek preis|einkaufspreis|einkauf|purchase price|paid|price paid|prix d achat|prix achat|cout|coste|costo|precio de compra|cost per item|wholesale|costo acquisto|prezzo acquisto|prezzo di acquisto|inkoop|inkoopprijs|kostprijs|aankoopprijs|preco de custo|preco de compra|custo|nakupni cena|porizovaci cena|仕入値|仕入価格|原価|purchase cost|my cost|acquisition cost',
  'shipping price':
    'shipping|shipping price|shipping cost|postage|versand|versandkosten|porto|frais de port|livraison|port|envio|gastos de envio|spedizione|spese di spedizione|verzendkosten|verzending|frete|portes|postovne|doprava|送料|shipping fee|delivery|delivery cost',
  'acquisition date':
    'acquisition date|acquired|acquired on|date acquired|date of purchase|purchase date|purchased|kaufdatum|gekauft am|gekauft|erworben|erworben am|erwerbsdatum|datum|date|date d achat|date d acquisition|achete le|fecha|fecha de compra|fecha de adquisicion|adquirido|data|data acquisto|data di acquisto|acquistato il|aankoopdatum|datum aankoop|gekocht op|data de compra|data de aquisicao|datum nakupu|datum porizeni|porizeno|入手日|購入日|購入年月日|date purchased|date bought',
  source:
    'source|bought from|supplier|dealer|handler|lieferant|gekauft von|gekauft bei|verkaufer|fournisseur|achete a|achete chez|vendeur|proveedor|comprado a|vendedor|fornitore|acquistato da|venditore|leverancier|gekocht van|verkoper|fornecedor|comprado de|dodavatel|koupeno od|prodejce|入手先|購入先|仕入先|vendor|seller|purchased from|acquired from',
  'storage place':
    'storage place|storage|storage location|drawer|box|cabinet|shelf|lagerort|lager|lagerplatz|schublade|kiste|fach|schachtel|vitrine|regal|schrank|rangement|tiroir|boite|emplacement|ubicacion|cajon|caja|almacen|estante|collocazione|posizione|scaffale|cassetto|scatola|armadio|opslag|opslagplaats|lade|doos|kast|plank|gaveta|prateleira|armario|local de armazenamento|umisteni|supl|suplik|krabice|police|skrin|保管場所|引き出し|棚|箱|bin|bin location|shelf location|storage box|cabinet drawer|tray',
  quantity:
    'quantity|qty|pieces|pcs|stock|in stock|inventory|anzahl|menge|bestand|stuckzahl|stk|quantite|qte|nombre de pieces|cantidad|existencias|unidades|uds|variant inventory qty|quantita|pezzi|giacenza|scorta|disponibili|aantal|voorraad|stuks|quantidade|estoque|qtd|mnozstvi|kusu|pocet|pocet kusu|skladem|数量|在庫|在庫数|個数|stock quantity|qty in stock|inventory quantity|available quantity|stock level|on hand|current quantity',
  category:
    'category|kategorie|categorie|categoria|type|typ|tipo|group|gruppe|art|classe|clase|gruppo|soort product|kategorie produktu|分類|カテゴリ|カテゴリー|product type|product category|categories',
  tags: 'tags|tag|keywords|schlagworte|stichworte|stichworter|mots cles|etiquettes|etiquetas|palabras clave|etichette|parole chiave|trefwoorden|labels|palavras chave|stitky|klicova slova|タグ|キーワード|meta keywords|product tags',
  condition:
    'condition|zustand|erhaltung|etat|estado|conservacion|quality|qualitat|qualite|calidad|condizione|condizioni|stato di conservazione|conditie|staat|kwaliteit|condicao|estado de conservacao|stav|kvalita|状態|品質',
  provenance:
    'provenance|former collections|former collection|ex collection|ex coll|ex|previous owner|ex sammlung|sammlung|ehemalige sammlung|vorbesitzer|ancienne collection|ex coleccion|coleccion|collection|ex collezione|collezione|ex collectie|collectie|vorige eigenaar|colecao|ex colecao|antiga colecao|sbirka|ex sbirka|旧蔵|旧コレクション|コレクション|formerly in collection|prior collection|previous collections',
  'private notes':
    'private notes|notes|note|remarks|remark|comments|comment|bemerkung|bemerkungen|notiz|notizen|anmerkung|anmerkungen|kommentar|intern|remarque|remarques|commentaire|commentaires|notas|nota|observaciones|comentarios|note private|osservazioni|annotazioni|note interne|opmerking|opmerkingen|notities|aantekeningen|prive notities|observacoes|notas privadas|poznamka|poznamky|interni poznamka|備考|メモ|internal notes|internal note|seller notes|memo|my notes',
  'for sale':
    'for sale|zu verkaufen|verkauflich|a vendre|en venta|se vende|in vendita|te koop|a venda|na prodej|販売中|is for sale',
  visible:
    'visible|published|sichtbar|online|veroffentlicht|publie|publicado|visible in gallery|pubblicato|visibile|zichtbaar|gepubliceerd|visivel|zverejneno|viditelne|公開|is visible|product visible',
  status:
    'status|sold|verkauft|vendu|vendido|availability|verfugbarkeit|disponibilite|disponibilidad|reserviert|venduto|disponibilita|stato vendita|verkocht|beschikbaarheid|disponibilidade|prodano|dostupnost|売却済|売約済|販売状況|is sold|sale status|stock status|sold to|sold on|sold date|date sold|sold for|sold price|verkauft an|verkauft am|vendu a|vendu le|vendido a|venduto a|verkocht aan|prodano komu|売却先',
  picture:
    'picture|pictures|photo|photos|image|images|file|file name|filename|bild|bilder|foto|fotos|dateiname|bilddatei|fichier|imagen|imagenes|archivo|image file|photo file|immagine|immagini|fotografia|fotografie|afbeelding|afbeeldingen|bestandsnaam|imagem|imagens|ficheiro|arquivo|obrazek|obrazky|fotka|fotky|snimek|写真|画像|画像ファイル|写真ファイル|zdjecie|zdjecia|image url|image urls|photo url|photo urls|picture url|pic url|image src|image link|product image|image name|images url|image file name|photo file name|main image',
  mindat: 'mindat|mindat id|mindat locality|mindat url|mindat link|mindat id locality',
  coordinates:
    'coordinates|koordinaten|gps|coordonnees|coordenadas|lat long|coordinate|coordinaten|souradnice|緯度経度|decimal latitude|decimal longitude|latitude|longitude|lat|lon|lng|long|breitengrad|langengrad|latitudine|longitudine',
  fluorescence:
    'fluorescence|fluoreszenz|uv|fluorescencia|fluorescenza|fluorescentie|fluorescencija|luminiscence|fluorescencia uv|蛍光|fluorescent|uv fluorescence|uv reaction',
  disclosures:
    'disclosures|repairs and treatment|treatment|repairs|repair|behandlung|reparatur|reparaturen|traitement|tratamiento|restauration|reparation|reparacion|trattamento|trattamenti|riparazioni|restauro|behandeling|reparatie|reparaties|restauratie|tratamentos|reparos|osetreni|oprava|opravy|処理|修復|restoration|treatments|treated|enhancement|repaired',
};

const targets = new Map(
  Object.entries(names).flatMap(([target, all]) =>
    all.split('|').map((name) => [fold(name), target] as const),
  ),
);

/** “in” before another unit is a word. */
const UNIT =
  /\b(?:(?:in|en) )?(mm|cm|inch|inches|in|zoll|pouces|pulgadas|kg|g|gr|gramm|grams|grammes|gramos|ct|oz|lb|lbs)\b/;
const BESIDE = /\b(eur|euro|euros|usd|chf|gbp|netto|brutto|inkl|incl|mwst|vat|ttc|ht)\b/g;

/** `variantPrice`, `variant_price`, `C:Variant Price` and `HB.variant price*` are one heading. */
const withSpaces = (heading: string): string =>
  heading
    .replace(/^\s*\p{L}{1,12}[.:](?=\p{L})/u, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{Ll})(?=\p{Lu}{2,4}$)/gu, ' ');

/** Lower case, without accents, brackets, currencies and signs. */
export const plainHeading = (heading: string): string =>
  fold(withSpaces(heading).normalize('NFKC'))
    .replace(/[([{][^)\]}]{0,100}[)\]}]/g, ' ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .replace(BESIDE, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** The target that the heading alone names; undefined: unknown. */
export function namedTarget(heading: string): string | undefined {
  const plain = plainHeading(heading.replace(/#|\bn[°º]/gi, ' no '));
  const numbered = plain.replace(/ ?\d{1,3}$/, '');
  const bare = plain
    .replace(UNIT, '')
    .replace(/ (?:in|en)$/, '')
    .trim();
  // Hyphens in German words, as in “Inventar-Nr.”, are blanks by now.
  return (
    targets.get(plain) ??
    targets.get(bare) ??
    targets.get(numbered) ??
    targets.get(plain.replaceAll(' ', ''))
  );
}

export function unitIn(heading: string): string | null {
  const words = fold(withSpaces(heading)).replace(/[^a-z]+/g, ' ');
  const [, unit = null] = UNIT.exec(words) ?? [];
  if (unit === null) return null;
  if (/^(in|inch|inches|zoll|pouces|pulgadas)$/.test(unit)) return 'in';
  return /^gr/.test(unit) ? 'g' : unit;
}

/** Characters. What is longer is a text. */
const MAX_HEADING = 200;

export const headingScore = (cells: readonly string[]): number =>
  cells.filter((cell) => namedTarget(cell.slice(0, MAX_HEADING)) !== undefined).length;

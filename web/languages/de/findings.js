/** Befunde und Hinweise der Bibliothek. {} steht für einen Wert. */
export const findings = {
  'all elements': 'alle Elemente',
  'all elements that were read': 'alle gelesenen Elemente',
  'all but {} of the elements': 'alle Elemente bis auf {}',
  '{} of the elements': '{} der Elemente',
  'neighbours, 2i and 2i + 1': 'die Nachbarn 2i und 2i + 1',
  'neighbours in the weights, and in two halves after the rotation':
    'in den Gewichten Nachbarn, nach der Drehung auf zwei Hälften verteilt',
  'i and i + {}': 'i und i + {}',
  'a table [length, dim] or a bias [heads, queries, keys]':
    'eine Tabelle [length, dim] oder einen Bias [heads, queries, keys]',
  'pairs and elements': 'Paare und Elemente',
  pairs: 'Paare',
  columns: 'Spalten',
  'positions {} to {}': 'den Positionen {} bis {}',
  'position {}': 'der Position {}',
  'the given positions': 'den gegebenen Positionen',
  half: 'half',
  interleaved: 'interleaved',
  concatenated: 'concatenated',
  'In every head, values fall as the distance grows.':
    'In jedem Kopf fallen die Werte mit wachsendem Abstand.',
  'In every head, values rise as the distance grows.':
    'In jedem Kopf steigen die Werte mit wachsendem Abstand.',
  'No head has values that only fall, or only rise, as the distance grows.':
    'In keinem Kopf fallen oder steigen die Werte mit wachsendem Abstand durchgehend.',
  'As the distance grows, values only fall in {} of {} heads, and only rise in {}.':
    'Mit wachsendem Abstand fallen die Werte in {} von {} Köpfen durchgehend, und in {} steigen sie durchgehend.',
  'Before query {}, keys at the same distance have the same value; later, they do not.':
    'Vor Query {} haben Keys im gleichen Abstand denselben Wert, später nicht mehr.',
  'From query {} on, the nearest and the farthest key keep their values, as in FIRE.':
    'Ab Query {} behalten der nächste und der fernste Key ihre Werte, wie bei FIRE.',
  'Farther keys have a larger bias: its sign is flipped.':
    'Fernere Keys haben einen größeren Bias: Das Vorzeichen ist umgekehrt.',
  'The slopes follow no rule: they may be learned.':
    'Die Steigungen folgen keiner Regel: Sie könnten gelernt sein.',
  'Distances are larger by {}.': 'Die Abstände sind um {} größer.',
  'Distances are smaller by {}.': 'Die Abstände sind um {} kleiner.',
  'Distances are larger by {}. Softmax ignores the difference.':
    'Die Abstände sind um {} größer. Für Softmax macht das keinen Unterschied.',
  'Distances are smaller by {}. Softmax ignores the difference.':
    'Die Abstände sind um {} kleiner. Für Softmax macht das keinen Unterschied.',
  'Only the first {} heads have a bias.': 'Nur die ersten {} Köpfe haben einen Bias.',
  'The paper has other slopes for {} heads: {} is no power of two.':
    'Das Paper hat für {} Köpfe andere Steigungen: {} ist keine Zweierpotenz.',
  'The slopes are in the reverse order of heads.':
    'Die Köpfe haben die Steigungen in umgekehrter Reihenfolge.',
  'Slopes are off by one: heads are counted from 0, not from 1.':
    'Die Steigungen sind um eins verschoben: Die Köpfe werden ab 0 gezählt, nicht ab 1.',
  'Slopes are off by one: heads are counted from 2, not from 1.':
    'Die Steigungen sind um eins verschoben: Die Köpfe werden ab 2 gezählt, nicht ab 1.',
  'The slopes begin again at head {}: they are those of {} heads.':
    'Die Steigungen beginnen bei Kopf {} von vorn: Es sind die von {} Köpfen.',
  'The slopes are those of the rule times {}.': 'Die Steigungen sind die der Regel mal {}.',
  '{} or {} numbers': '{} oder {} Zahlen',
  'a function': 'eine Funktion',
  'a divisor of {}, the length of a': 'einen Teiler von {} (Länge von a)',
  'a divisor of dim, {}': 'einen Teiler von dim = {}',
  'an even number if layout is given': 'mit layout eine gerade Zahl',
  'an architecture of llama.cpp': 'eine Architektur von llama.cpp',
  'Scores are not divided by sqrt(headDim).':
    'Die Scores werden nicht durch sqrt(headDim) geteilt.',
  'The weights of the file want the rotation "{}" of llama.cpp.':
    'Die Gewichte der Datei erwarten die Drehung „{}“ von llama.cpp.',
  'The temperature at position p is what attentionTemperature gives for p - 1.':
    'Die Temperatur an Position p ist die, die attentionTemperature für p - 1 liefert.',
  'The conversion to GGUF permutes the weights of Llama. Its weights from Hugging Face want "half".':
    'Die Umwandlung in GGUF ordnet die Gewichte von Llama um. Die Gewichte von Hugging Face erwarten „half“.',
  'The last {} of {} dimensions rotate.': 'Die letzten {} von {} Dimensionen drehen sich.',
  '{} of {} dimensions rotate.': '{} von {} Dimensionen drehen sich.',
  'The factors of longrope are tensors: rope_factors_long and rope_factors_short.':
    'Die Faktoren von longrope sind Tensoren: rope_factors_long und rope_factors_short.',
  'a known type': 'eine bekannte Art',
  'Frequencies are divided by the factors in rope_freqs. They are those of llama3, with factor {}.':
    'Die Frequenzen werden durch die Faktoren in rope_freqs geteilt. Das sind die von llama3 mit factor {}.',
  'Frequencies are divided by the factors in rope_freqs, which follow no formula.':
    'Die Frequenzen werden durch die Faktoren in rope_freqs geteilt, die keiner Formel folgen.',
  'Scores are multiplied by (1 + {} ln {})^2, and cosines are not scaled.':
    'Die Scores werden mit (1 + {} ln {})^2 multipliziert, die Kosinus bleiben unskaliert.',
  'The error grows with the row.': 'Der Fehler wächst mit der Zeile.',
  'The error grows with the row, as it does if frequencies differ.':
    'Der Fehler wächst mit der Zeile, wie wenn Frequenzen abweichen.',
  'The error grows with the row, as with angles in {}.':
    'Der Fehler wächst mit der Zeile, wie bei Winkeln in {}.',
  'From row to row, pairs turn by wrong angles, as they do if frequencies differ.':
    'Von Zeile zu Zeile drehen sich Paare um falsche Winkel, wie wenn Frequenzen abweichen.',
  'Each pair is turned by the same angle in every row: are positions shifted?':
    'Jedes Paar ist in allen Zeilen um denselben Winkel gedreht: Sind die Positionen verschoben?',
  'Elements are rounded to {}.': 'Die Elemente sind auf {} gerundet.',
  'The keys are in the reverse order.': 'Die Keys stehen in umgekehrter Reihenfolge.',
  'The sign of all values is flipped.': 'Alle Werte haben das umgekehrte Vorzeichen.',
  'Each row differs by a constant of its own. Softmax ignores the difference.':
    'Jede Zeile weicht um eine eigene Konstante ab. Für Softmax macht das keinen Unterschied.',
  'The first {} keys are masked for all queries, as padding is.':
    'Die ersten {} Keys sind für alle Queries maskiert, wie leere Plätze (Padding).',
  'Keys at a distance of {} and more are masked.': 'Keys ab Abstand {} sind maskiert.',
  'Masked keys have {}, not -Infinity.': 'Maskierte Keys haben {}, nicht -Infinity.',
  'All elements are {}, which changes nothing.': 'Alle Elemente sind {}. Das ändert nichts.',
  'No element is a finite number.': 'Kein Element ist eine endliche Zahl.',
  'Distances are counted from the first key. Softmax ignores the difference.':
    'Die Abstände sind ab dem ersten Key gezählt. Für Softmax macht das keinen Unterschied.',
  'Distances are counted from the last key. Softmax ignores the difference.':
    'Die Abstände sind ab dem letzten Key gezählt. Für Softmax macht das keinen Unterschied.',
  'Keys have all but {} of the {} buckets.': 'In allen Fächern außer {} von {} liegen Keys.',
  'Keys after their query have the opposite sign.':
    'Bei Keys nach ihrer Query hat der Bias das umgekehrte Vorzeichen.',
  'Keys after their query have no bias.': 'Keys nach ihrer Query haben keinen Bias.',
  "All values lie between 0 and 16, as those of Swin V2's network do.":
    'Alle Werte liegen zwischen 0 und 16, wie beim Netz von Swin V2.',
  'No formula explains the values: they may be learned.':
    'Keine Formel erklärt die Werte: Sie könnten gelernt sein.',
  'Keys at the same distance have the same value.':
    'Keys im gleichen Abstand haben denselben Wert.',
  'From the distance {} on, all values are equal.': 'Ab Abstand {} sind alle Werte gleich.',
  'A single query does not show whether the bias depends only on distance.':
    'Eine einzige Query zeigt nicht, ob der Bias nur vom Abstand abhängt.',
  'Only {} of the elements have the value that is usual at their distance.':
    'Nur {} der Elemente haben den Wert, der bei ihrem Abstand üblich ist.',
  'No formula explains this bias.': 'Keine Formel erklärt diesen Bias.',
  'Nothing rotates: both arrays are equal.': 'Nichts dreht sich: Beide Arrays sind gleich.',
  'All elements are NaN in one of the arrays.': 'In einem der Arrays sind alle Elemente NaN.',
  '{} of {} elements are NaN. All others are equal in both arrays.':
    '{} von {} Elementen sind NaN. Alle anderen sind in beiden Arrays gleich.',
  'No rotation explains these arrays.': 'Keine Drehung erklärt diese Arrays.',
  'the result of describeModel(config), not config itself':
    'das Ergebnis von describeModel(config), nicht config selbst',
  'at least 1 row': 'mindestens 1 Zeile',
  'a divisor of {}, the number of rows': 'einen Teiler von {} (Anzahl der Zeilen)',
  'All elements are multiplied by {}.': 'Alle Elemente sind mit {} multipliziert.',
  'Frequencies are scaled: {}.': 'Die Frequenzen sind skaliert: {}.',
  'All values contain the attention factor {}.': 'Alle Werte enthalten den Attention-Faktor {}.',
  'Positions begin at {}.': 'Die Positionen beginnen bei {}.',
  'Positions count by {}.': 'Die Positionen zählen in Schritten von {}.',
  'No formula explains this table: it may be learned.':
    'Keine Formel erklärt diese Tabelle: Sie könnte gelernt sein.',
  'The nearest formula, {}, explains {} % of the elements.':
    'Die ähnlichste Formel, {}, erklärt {} % der Elemente.',
  'The elements have the mean {} and the standard deviation {}.':
    'Die Elemente haben den Mittelwert {} und die Standardabweichung {}.',
  'Neighbouring rows are alike: their cosine is about {}.':
    'Benachbarte Zeilen sind ähnlich: Ihr Kosinus ist etwa {}.',
  'No formula explains this vector.': 'Keine Formel erklärt diesen Vektor.',
  'Most weights on Hugging Face want "half". Those of GPT-J, Cohere and GLM-4 want "interleaved".':
    'Die meisten Gewichte auf Hugging Face erwarten „half“. Die von GPT-J, Cohere und GLM-4 erwarten „interleaved“.',
  'Weights of Llama 1 to 3 from Hugging Face want "half"; those from Meta or in GGUF files want "interleaved".':
    'Die Gewichte von Llama 1 bis 3 erwarten „half“, wenn sie von Hugging Face kommen, und „interleaved“, wenn sie von Meta oder aus einer GGUF-Datei kommen.',
  'The layout is {}, not {}.': 'Das Layout ist {}, nicht {}.',
  'In {}, a pair is {}; in {}, it is {}.': 'In {} sind ein Paar {}; in {} sind es {}.',
  'If queries and keys both have this layout, no score changes.':
    'Haben Queries und Keys beide dieses Layout, ändert sich kein Score.',
  '{} elements are NaN in both arrays, which does not show that they agree.':
    '{} Elemente sind in beiden Arrays NaN, das zeigt nicht, dass sie übereinstimmen.',
  'All elements are equal.': 'Alle Elemente sind gleich.',
  'The elements of {} are rounded to {}.': 'Die Elemente von {} sind auf {} gerundet.',
  'One element stands out: in row {}, column {}, the error is {} times the second largest.':
    'Ein Element fällt auf: In Zeile {}, Spalte {} ist der Fehler {}-mal so groß wie der zweitgrößte.',
  'All elements agree within their tolerances.':
    'Alle Elemente stimmen innerhalb ihrer Toleranzen überein.',
  'All elements agree within {} ulps of {}, or {}.':
    'Alle Elemente stimmen bis auf {} ulps von {} oder bis auf {} überein.',
  'All elements agree within {} ulps of {}.':
    'Alle Elemente stimmen bis auf {} ulps von {} überein.',
  'Row r of a is row r {} {} of b.': 'Zeile r von a ist Zeile r {} {} von b.',
  'a has the interleaved layout, and b has the half layout.':
    'a hat das Layout interleaved, b das Layout half.',
  'a has the half layout, and b has the interleaved layout.':
    'a hat das Layout half, b das Layout interleaved.',
  'a is b with the opposite sign.': 'a ist b mit umgekehrtem Vorzeichen.',
  'a is b times {}.': 'a ist b mal {}.',
  'Some elements have the opposite sign: is one array rotated backwards?':
    'Manche Elemente haben das umgekehrte Vorzeichen: Ist ein Array rückwärts gedreht?',
  'Some elements of one array are not finite.': 'Manche Elemente eines Arrays sind nicht endlich.',
  'Only pair {} differs.': 'Nur Paar {} weicht ab.',
  'Only column {} differs.': 'Nur Spalte {} weicht ab.',
  'Only {} of {} pairs differ: {}.': 'Nur {} von {} Paaren weichen ab: {}.',
  'Only {} of {} columns differ: {}.': 'Nur {} von {} Spalten weichen ab: {}.',
  'Only row {} differs.': 'Nur Zeile {} weicht ab.',
  'From row {} on, rows differ, but not row {}: are positions rounded to {}?':
    'Ab Zeile {} weichen Zeilen ab, Zeile {} aber nicht: Sind die Positionen auf {} gerundet?',
  'Only {} of {} rows differ: {}.': 'Nur {} von {} Zeilen weichen ab: {}.',
  'All rows from row {} on differ.': 'Ab Zeile {} weichen alle Zeilen ab.',
  'For a single row, a scaling is tried only if it is given.':
    'Bei einer einzelnen Zeile wird eine Skalierung nur probiert, wenn sie vorgegeben ist.',
  'Values rotate: rope is for queries and keys only.':
    'Die Values drehen sich: RoPE ist nur für Queries und Keys.',
  'Every angle is doubled: is rope applied twice?':
    'Alle Winkel sind verdoppelt: Wird RoPE zweimal angewendet?',
  'Positions count down.': 'Die Positionen zählen abwärts.',
  'The {} factors of longrope are in use.': 'longrope verwendet hier {}_factor.',
  'The rotation goes back: its sines have the opposite sign.':
    'Die Drehung geht rückwärts: Ihre Sinuswerte haben das umgekehrte Vorzeichen.',
  'The factor belongs to no scaling that was found.':
    'Der Faktor gehört zu keiner gefundenen Skalierung.',
  'Angles have the errors of float32.': 'Die Winkel haben die Fehler von float32.',
  'They move elements by up to {}. Compute angles in float64, and take off whole turns before you round them.':
    'Sie verschieben Elemente um bis zu {}. Rechne die Winkel in float64, und ziehe ganze Umdrehungen ab, bevor du rundest.',
  'A pair is i and i + {}, not i and i + {}: the halves are those of the head.':
    'Ein Paar sind i und i + {}, nicht i und i + {}: Die Hälften sind die des ganzen Kopfes.',
  'Heads have {} elements, not {}.': 'Die Köpfe haben {} Elemente, nicht {}.',
  '{} dimensions rotate, not {}.': '{} Dimensionen drehen sich, nicht {}.',
  'The first element that rotates is {}, not {}.':
    'Das erste Element, das sich dreht, ist {}, nicht {}.',
  'The attention factor is {}, not {}.': 'Der Attention-Faktor ist {}, nicht {}.',
  'The attention factor is applied twice.': 'Der Attention-Faktor ist zweimal angewendet.',
  'Pair {} turns by {} for each position, not by {}.':
    'Paar {} dreht sich pro Position um {}, nicht um {}.',
  'The array is divided by sqrt(headDim), as scores are.':
    'Das Array ist durch sqrt(headDim) geteilt, wie es die Scores werden.',
  'For {} positions, dynamic scaling wants the base {}, not {}.':
    'Bei {} Positionen will die Skalierung dynamic die Basis {}, nicht {}.',
  'Exponents are divided by {}, not by {}.':
    'Die Exponenten werden durch {} geteilt, nicht durch {}.',
  'The base (rope_theta) is {}, not {}.': 'Die Basis (rope_theta) ist {}, nicht {}.',
  'Angles are multiplied by pi / 180, as if they were degrees.':
    'Die Winkel sind mit pi / 180 multipliziert, als wären es Grad.',
  'Exponents begin at the second pair: each pair has the frequency of the next one.':
    'Die Exponenten beginnen beim zweiten Paar: Jedes Paar hat die Frequenz des nächsten.',
  'All rows have the position {}.': 'Alle Zeilen haben die Position {}.',
  'Positions are {} too small: is the length of the cache left out?':
    'Die Positionen sind um {} zu klein: Fehlt die Länge des Caches?',
  'Positions are {} too large: does padding count?':
    'Die Positionen sind um {} zu groß: Zählen leere Plätze (Padding) mit?',
  'Positions are {} too large: does a cache count twice?':
    'Die Positionen sind um {} zu groß: Zählt ein Cache doppelt?',
  'The position is {}.': 'Die Position ist {}.',
  'The position is {}, not {}, or the sines have the opposite sign.':
    'Die Position ist {}, nicht {}, oder die Sinuswerte haben das umgekehrte Vorzeichen.',
  'The position is {}, not {}: is the length of the cache left out?':
    'Die Position ist {}, nicht {}: Fehlt die Länge des Caches?',
  'The position is {}, not {}.': 'Die Position ist {}, nicht {}.',
  'Both arrays are equal: the position is 0, or nothing rotates.':
    'Beide Arrays sind gleich: Die Position ist 0, oder nichts dreht sich.',
  'Both arrays are equal, as they must be at position 0. So they do not show the layout or the base.':
    'Beide Arrays sind gleich, wie es bei Position 0 sein muss. Layout und Basis zeigen sich so nicht.',
  'Both arrays are equal: the position is 0, not {}, or nothing rotates.':
    'Beide Arrays sind gleich: Die Position ist 0, nicht {}, oder nichts dreht sich.',
  'All pairs turn as they should, but elements that should not rotate are changed.':
    'Alle Paare drehen sich richtig, aber Elemente, die sich nicht drehen sollen, sind verändert.',
  'Only head {} of {} differs.': 'Nur Kopf {} von {} weicht ab.',
  'Only {} of {} heads differ: {}.': 'Nur {} von {} Köpfen weichen ab: {}.',
  'All pairs turn as they should, but not all keep their length: are rows normalised?':
    'Alle Paare drehen sich richtig, aber nicht alle behalten ihre Länge: Werden die Zeilen normiert?',
  'Each pair turns evenly from row to row, but the frequencies follow no known formula.':
    'Jedes Paar dreht sich von Zeile zu Zeile gleichmäßig, aber die Frequenzen folgen keiner bekannten Formel.',
  'Only pair {} of {} turns differently.': 'Nur Paar {} von {} dreht sich anders.',
  'Only {} of {} pairs turn differently: {}.': 'Nur {} von {} Paaren drehen sich anders: {}.',
  'Positions are rounded to {}: row {} has the position {}, not {}.':
    'Die Positionen sind auf {} gerundet: Zeile {} hat die Position {}, nicht {}.',
  'Positions begin at {} again every {} rows: are these sequences?':
    'Die Positionen beginnen wieder bei {}, immer nach {} Zeilen: Sind das einzelne Sequenzen?',
  '{} more rows have other positions.': '{} weitere Zeilen haben andere Positionen.',
  '{} sequences have the positions of the one before: they may be heads.':
    '{} Sequenzen haben die Positionen der jeweils vorigen: Vielleicht sind es Köpfe.',
  'Rows are counted through all sequences.': 'Die Zeilen sind über alle Sequenzen hinweg gezählt.',
  'Row {} has the position {}, not {}.': 'Zeile {} hat die Position {}, nicht {}.',
  'Rows {} to {} all have the position {}.': 'Die Zeilen {} bis {} haben alle die Position {}.',
  'Rows {} to {} have twice their positions: are they rotated twice?':
    'Die Zeilen {} bis {} haben das Doppelte ihrer Positionen: Wurden sie zweimal gedreht?',
  'Positions begin at {} again in row {}: is the length of the cache left out?':
    'Die Positionen beginnen wieder bei {}, in Zeile {}: Fehlt die Länge des Caches?',
  'Positions of rows {} to {} are {} too small.':
    'Die Positionen der Zeilen {} bis {} sind um {} zu klein.',
  'Positions of rows {} to {} are {} too large: does padding count?':
    'Die Positionen der Zeilen {} bis {} sind um {} zu groß: Zählen leere Plätze (Padding) mit?',
  'Positions of rows {} to {} are {} too large.':
    'Die Positionen der Zeilen {} bis {} sind um {} zu groß.',
  'If queries and keys of a sequence shift alike, no score changes.':
    'Verschieben sich Queries und Keys einer Sequenz gleich, ändert sich kein Score.',
  'The frequencies are not scaled; the model wants {}.':
    'Die Frequenzen sind nicht skaliert; das Modell will {}.',
  'Only the first {} of {} pairs turn.': 'Nur die ersten {} von {} Paaren drehen sich.',
  'The frequencies have the scaling {}; the model wants none.':
    'Die Frequenzen haben die Skalierung {}; das Modell will keine.',
  'The frequencies have the scaling {}; the model wants {}.':
    'Die Frequenzen haben die Skalierung {}; das Modell will {}.',
  'The borders of the ramp are rounded to whole pairs; the model wants truncate: false.':
    'Die Grenzen der Rampe sind auf ganze Paare gerundet; das Modell will truncate: false.',
  'The borders of the ramp are not rounded to whole pairs (floor, ceil).':
    'Die Grenzen der Rampe sind nicht auf ganze Paare gerundet (floor, ceil).',
  'The {} of the scaling is {}, not {}.': '{} der Skalierung ist {}, nicht {}.',
  'Rows before the grid: {}, all of them zero.': 'Zeilen vor dem Gitter: {}, alle null.',
  'Rows before the grid: {}.': 'Zeilen vor dem Gitter: {}.',
  'The columns of the grid row come first.': 'Zuerst kommen die Spalten für die Zeile im Gitter.',
  'The columns of the grid column come first.':
    'Zuerst kommen die Spalten für die Spalte im Gitter.',
  'Sine and cosine have changed places.': 'Sinus und Kosinus sind vertauscht.',
  'A sine and its cosine have different frequencies.':
    'Ein Sinus und sein Kosinus haben verschiedene Frequenzen.',
  'Exponents are divided by dim - 2.': 'Die Exponenten sind durch dim - 2 geteilt.',
  'The config turns ALiBi off, but Transformers 5 adds it.':
    'Die Konfiguration schaltet ALiBi ab, aber Transformers 5 addiert es.',
  'The bias has bfloat16 slopes, and is added before scores are divided by sqrt(headDim).':
    'Der Bias hat Steigungen in bfloat16. Er kommt dazu, bevor die Scores durch sqrt(headDim) geteilt werden.',
  'Distances skip padding.': 'Leere Plätze (Padding) zählen nicht zum Abstand.',
  'Each layer has bias weights of its own.': 'Jede Schicht hat eigene Gewichte für den Bias.',
  'Positions come from gridPositions, in rows and columns of patches.':
    'Die Positionen liefert gridPositions, nach Zeilen und Spalten der Kacheln (Patches).',
  'The class token has three further biases.': 'Das Klassen-Token hat drei weitere Biases.',
  'Scores are divided by sqrt({} headDim).': 'Die Scores werden durch sqrt({} headDim) geteilt.',
  'Of the two terms c2p and p2c, there is only {}.':
    'Von den beiden Termen c2p und p2c gibt es nur {}.',
  'There is neither of the two terms, c2p and p2c.': 'Beide Terme fehlen, c2p und p2c.',
  'Learned rows are added to the embeddings as well.':
    'Auch gelernte Zeilen werden zu den Embeddings addiert.',
  'The stages have {} heads.': 'Die Stufen haben {} Köpfe.',
  'Every other layer shifts its windows by half.':
    'Jede zweite Schicht verschiebt ihre Fenster um die halbe Breite.',
  'Pairs are (2i, 2i + 1).': 'Paare sind (2i, 2i + 1).',
  'The last {} dimensions of a head rotate; all heads share one such key.':
    'Die letzten {} Dimensionen eines Kopfs drehen sich; diesen Teil des Keys teilen sich alle Köpfe.',
  'The attention factor multiplies cosines and sines.':
    'Kosinus und Sinus werden mit dem Attention-Faktor multipliziert.',
  'The softmax scale has a factor (0.1 mscale_all_dim ln(factor) + 1)^2.':
    'Die Skalierung vor Softmax hat den Faktor (0,1 mscale_all_dim ln(factor) + 1)^2.',
  'Transformers 5 ignores the key type in rope_scaling.':
    'Transformers 5 ignoriert den Schlüssel type in rope_scaling.',
  'Transformers 5 ignores the key truncate in the object of a kind of layers.':
    'Transformers 5 ignoriert den Schlüssel truncate im Objekt einer Art von Schichten.',
  'Beyond {} positions all keys take long_factor.':
    'Bei mehr als {} Positionen verwenden alle Keys long_factor.',
  'The base grows; cached keys keep an older one.':
    'Die Basis wächst; Keys im Cache behalten eine ältere.',
  'Each token has three positions, for time, height and width; mropePositions computes them.':
    'Jedes Token hat drei Positionen, für Zeit, Höhe und Breite; mropePositions berechnet sie.',
  'Transformers 5 ignores rope_theta in attn_config.':
    'Transformers 5 ignoriert rope_theta in attn_config.',
  'Transformers 5 ignores rotary_dim.': 'Transformers 5 ignoriert rotary_dim.',
  'Most layers are block-sparse (dense_attention_every_n_layers).':
    'Die meisten Schichten sind block-sparse (dense_attention_every_n_layers).',
  'An indexer chooses the tokens to which a token attends.':
    'Ein Indexer wählt aus, welche Tokens ein Token sieht.',
  'Pairs rotate by the negative angle.': 'Die Paare drehen sich um den negativen Winkel.',
  'Only the first head rotates.': 'Nur der erste Kopf dreht sich.',
  'Transformers always takes short_factor.': 'Transformers verwendet immer short_factor.',
  'Windows of even width have one token fewer before the query than after it.':
    'Fenster gerader Breite haben vor der Query ein Token weniger als danach.',
  'Windows of the encoder are half as wide.': 'Die Fenster des Encoders sind halb so breit.',
  'Transformers 5 rotates all dimensions.': 'Transformers 5 dreht alle Dimensionen.',
  'Layers without positions attend to an image. Without one, they are skipped.':
    'Schichten ohne Positionen sehen ein Bild. Ohne Bild werden sie übersprungen.',
  'Layers without plain windows also attend to compressed tokens.':
    'Schichten ohne einfache Fenster sehen auch komprimierte Tokens.',
  'Rows and columns take turns in the pairs. The last 20 pairs turn with time.':
    'Die Paare gehören abwechselnd zu Zeile und Spalte. Die letzten 20 Paare drehen sich mit der Zeit.',
  'Transformers 5 no longer counts frames of videos.':
    'Transformers 5 zählt die Frames von Videos nicht mehr.',
  'Each half of a head rotates on its own.': 'Jede Hälfte eines Kopfs dreht sich für sich.',
  'Coordinates are of the kind dinov3. Only patches rotate.':
    'Die Koordinaten sind von der Art dinov3. Nur Kacheln (Patches) drehen sich.',
  'Rows and columns take turns in the pairs.': 'Die Paare gehören abwechselnd zu Zeile und Spalte.',
  'Layers have fewer key heads where num_key_value_heads_per_layer says so.':
    'Manche Schichten haben weniger Key-Köpfe, siehe num_key_value_heads_per_layer.',
  'The angles of columns have a further factor base^(-2 / headDim).':
    'Die Winkel der Spalten haben den zusätzlichen Faktor base^(-2 / headDim).',
  'The table is sinusoidal, in the concatenated layout.':
    'Die Tabelle ist eine Sinus-Tabelle im Layout concatenated.',
  'The table is sinusoidal, in the interleaved layout.':
    'Die Tabelle ist eine Sinus-Tabelle im Layout interleaved.',
  'A projection of the input makes the biases.':
    'Die Biases entstehen durch eine Projektion der Eingabe.',
  'Sinusoidal rows are added to the embeddings as well.':
    'Zu den Embeddings kommen auch Zeilen einer Sinus-Tabelle.',
  'Values take relative rows, too.': 'Auch die Values bekommen relative Zeilen.',
  'For keys after the query, the largest distance is right_max_position_embeddings.':
    'Für Keys nach der Query ist right_max_position_embeddings der größte Abstand.',
  'Gates that depend on the query multiply the bias.':
    'Der Bias wird mit Gates multipliziert, die von der Query abhängen.',
  'Biases depend on distances in the text and on the page.':
    'Die Biases hängen von Abständen im Text und auf der Seite ab.',
  'Distances count within blocks of context_size.':
    'Abstände zählen innerhalb von Blöcken der Größe context_size.',
  'The encoder adds sinusoidal rows, in the fairseq layout.':
    'Der Encoder addiert Sinus-Zeilen im Layout fairseq.',
  'Each row joins one row of each of two shorter tables (axial_pos_shape).':
    'Jede Zeile besteht aus je einer Zeile zweier kürzerer Tabellen (axial_pos_shape).',
  'Layers called local in attention_types attend to 256 tokens (window_size).':
    'Schichten, die in attention_types local heißen, sehen 256 Tokens (window_size).',
  'The encoder has a table of its own.': 'Der Encoder hat eine eigene Tabelle.',
  'Positions are hashed into rows.': 'Ein Hash ordnet den Positionen Zeilen zu.',
  'Cosines come before sines.': 'Erst kommen die Kosinus-, dann die Sinus-Spalten.',
  'Each layer adds biases with num_buckets buckets.':
    'Jede Schicht addiert Biases mit num_buckets Fächern (Buckets).',
  'A Fourier transform takes the place of attention.':
    'Eine Fourier-Transformation ersetzt die Attention.',
  'A T5 bias with 32 buckets is added to scores.':
    'Zu den Scores wird ein T5-Bias mit 32 Fächern (Buckets) addiert.',
  'Tokens attend to near, random and global tokens.':
    'Tokens sehen nahe, zufällige und globale Tokens.',
  'Tokens attend to near and global tokens.': 'Tokens sehen nahe und globale Tokens.',
  'Rows of the grid are frequencies.': 'Die Zeilen des Rasters sind Frequenzen.',
  'A patch gets one vector for its row and one for its column.':
    'Eine Kachel bekommt einen Vektor für ihre Zeile und einen für ihre Spalte.',
  'A second table is for frames.': 'Eine zweite Tabelle ist für die Einzelbilder.',
  'Tiles add gated rows of their own.': 'Tiles bekommen zusätzlich eigene Zeilen mit Gates.',
  'Detection tokens have the last rows.': 'Die letzten Zeilen gehören den Detection-Tokens.',
  'Rows come from sinusoidal2d with order mae. Transformers 5 has the axes the other way round.':
    'Die Zeilen liefert sinusoidal2d mit order mae. In Transformers 5 sind die Achsen vertauscht.',
  'A second table repeats in each window.': 'Eine zweite Tabelle wiederholt sich in jedem Fenster.',
  'Rows are centred and scaled.': 'Die Zeilen sind zentriert und skaliert.',
  'One half of each vector is for the row, one for the column.':
    'Eine Hälfte jedes Vektors steht für die Zeile, die andere für die Spalte.',
  'One half of each vector is for the row, one for the column, in units of 2 pi.':
    'Eine Hälfte jedes Vektors steht für die Zeile, die andere für die Spalte, in Einheiten von 2 pi.',
  'Scores get biases from relative rows and columns.':
    'Zu den Scores kommen Biases für relative Zeilen und Spalten.',
  'Read as llama, with pairs in halves and the defaults of Llama: the type is not known.':
    'Wie llama gelesen, mit Paaren in Hälften und den Standardwerten von Llama: Der Typ ist nicht bekannt.',
  'The table is learned, or random.': 'Die Tabelle ist gelernt oder zufällig.',
  'Transposed: positions are the columns.': 'Transponiert: Die Positionen sind die Spalten.',
  'Positions begin at 1.': 'Die Positionen beginnen bei 1.',
  'Angles are treated as degrees.': 'Die Winkel gelten als Grad.',
  '10000 squared: is the exponent doubled?': '10.000 zum Quadrat: Ist der Exponent verdoppelt?',
  'The root of 10000: is the exponent halved?': 'Die Wurzel aus 10.000: Ist der Exponent halbiert?',
  "These are the indices of T5's buckets. The formula explains {}.":
    'Das sind die Nummern der Fächer (Buckets) von T5. Die Formel erklärt {}.',
  'Query {} differs first, at key {}: expected {}, got {}.':
    'Query {} weicht zuerst ab, bei Key {}: erwartet {}, gefunden {}.',
  'Head {} of a is head {} of b: are key heads tiled instead of repeated?':
    'Kopf {} von a ist Kopf {} von b: Werden alle Key-Köpfe hintereinander wiederholt (tile), statt jeder für sich (repeat)?',
  'Index {} of axis {} in a is index {} in b: are heads in another order?':
    'Index {} der Achse {} in a ist Index {} in b: Haben die Köpfe eine andere Reihenfolge?',
  'The formula ends between rows {} and {}.': 'Die Formel endet zwischen den Zeilen {} und {}.',
  '{} sections (mrope_section) in the config': '{} Abschnitte (mrope_section) in der Config',
  'heads of {} elements, as in {}': 'Köpfe mit {} Elementen wie in {}',
  'The rows have the positions 0, 1, 2 and so on, as in text.':
    'Die Zeilen haben die Positionen 0, 1, 2 und so weiter, wie in Text.',
  'heads of {} or {} elements, as in {}': 'Köpfe mit {} oder {} Elementen wie in {}',
  'Other layers want another rotation.': 'Andere Schichten verlangen eine andere Drehung.',
  'Axis {} or axis {} may have the heads: the result holds if axis {} is the sequence.':
    'Achse {} oder Achse {} kann die Köpfe haben: Das Ergebnis gilt, wenn Achse {} die Sequenz ist.',
  'No axis has as many elements as {} has heads: the result holds if axis {} is the sequence.':
    'Keine Achse hat so viele Elemente, wie {} Köpfe hat: Das Ergebnis gilt, wenn Achse {} die Sequenz ist.',
  'The array agrees only if axis {} of [{}] is the sequence: is it rotated along the heads?':
    'Das Array stimmt nur, wenn Achse {} von [{}] die Sequenz ist: Wird entlang der Köpfe gedreht?',
  'In {}, queries have {} heads, and keys have {}.': 'In {} haben Queries {} Köpfe und Keys {}.',
  'The array was compared with the layers that fit it best, such as layer {}.':
    'Das Array wurde mit den Schichten verglichen, zu denen es am besten passt, etwa mit Schicht {}.',
  'This is what the layers with a sliding window want, such as layer {}.':
    'Das verlangen die Schichten mit gleitendem Fenster, zum Beispiel Schicht {}.',
  'Layer {} has a sliding window.': 'Schicht {} hat ein gleitendes Fenster.',
  'This is what the layers with chunks want, such as layer {}.':
    'Das verlangen die Schichten mit Abschnitten, zum Beispiel Schicht {}.',
  'Layer {} has chunks.': 'Schicht {} hat Abschnitte.',
  'This is what the layers with full attention want, such as layer {}.':
    'Das verlangen die Schichten mit voller Attention, zum Beispiel Schicht {}.',
  'Layer {} has full attention.': 'Schicht {} hat volle Attention.',
  'This is what the layers without positions want, such as layer {}.':
    'Das verlangen die Schichten ohne Positionen, zum Beispiel Schicht {}.',
  'Layer {} has no positions: nothing should rotate in it.':
    'Schicht {} hat keine Positionen: In ihr soll sich nichts drehen.',
  'This is what some layers want, such as layer {}.':
    'Das verlangen manche Schichten, zum Beispiel Schicht {}.',
  'Layer {} is of another kind.': 'Schicht {} ist von anderer Art.',
  '{} of {} elements are not what {} and the learned table give.':
    '{} von {} Elementen sind nicht das, was {} und die gelernte Tabelle ergeben.',
  'By its name, it belongs to the {}.': 'Dem Namen nach gehört das zum {}.',
  'Nothing tells which part it belongs to: name the file encoder or decoder.':
    'Nichts zeigt, zu welchem Teil das gehört: Nenne die Datei encoder oder decoder.',
  'This is what {} wants.': 'Das ist, was {} verlangt.',
  'This is right for the encoder. In the decoder, {} is {}.':
    'Das ist richtig für den Encoder. Im Decoder ist {} {}.',
  'This is right for the decoder. In the encoder, {} is {}.':
    'Das ist richtig für den Decoder. Im Encoder ist {} {}.',
  '{} wants {}. No formula explains this tensor.':
    '{} verlangt {}. Keine Formel erklärt diesen Tensor.',
  '{} wants {}, but this tensor is {}.': '{} verlangt {}, aber dieser Tensor ist {}.',
  'Row {} is zero, but {} wants no row of zeros.':
    'Zeile {} ist null, aber {} verlangt keine Zeile aus Nullen.',
  'The value of {} is {}, not {}.': '{} ist {}, nicht {}.',
  '{} wants {} frequencies, and this vector has {}.':
    '{} verlangt {} Frequenzen, dieser Vektor hat {}.',
  'Frequency {} is {}, not {}.': 'Frequenz {} ist {}, nicht {}.',
  'The bias has {} heads, not {}.': 'Der Bias hat {} Köpfe, nicht {}.',
  'The slope of head {} is {}, not {}.': 'Die Steigung von Kopf {} ist {}, nicht {}.',
  '{} of {} slopes differ: that of head {} is {}, not {}.':
    '{} von {} Steigungen weichen ab: Die von Kopf {} ist {}, nicht {}.',
  'In the encoder, keys after their query have buckets of their own: bidirectional is true.':
    'Im Encoder haben Keys nach ihrer Query eigene Fächer: bidirectional ist true.',
  'In the decoder, these keys share the bucket of distance 0: bidirectional is false.':
    'Im Decoder liegen diese Keys im Fach des Abstands 0: bidirectional ist false.',
  'Keys after their query have buckets of their own: bidirectional is true.':
    'Keys nach ihrer Query haben eigene Fächer: bidirectional ist true.',
  'Keys after their query share the bucket of distance 0: bidirectional is false.':
    'Keys nach ihrer Query liegen im Fach des Abstands 0: bidirectional ist false.',
  'All {} elements of a head rotate.': 'Alle {} Elemente eines Kopfs drehen sich.',
  '{} of the {} elements of a head rotate.': '{} der {} Elemente eines Kopfs drehen sich.',
  'The layout is {}: a pair is {}.': 'Das Layout ist {}: Ein Paar sind {}.',
  'The base (rope_theta) is {}.': 'Die Basis (rope_theta) ist {}.',
  'The frequencies are scaled by the method {}.':
    'Die Frequenzen sind nach der Methode {} skaliert.',
  'Its {} heads have slopes down to 2^-{}.': 'Die {} Köpfe haben Steigungen bis hinab zu 2^-{}.',
  'A score falls by the slope for each position of distance.':
    'Mit jeder Position Abstand sinkt ein Score um die Steigung.',
  'Distances fall into {} buckets. From {} on, they share one bucket.':
    'Die Abstände verteilen sich auf {} Fächer (Buckets). Ab {} teilen sie sich eins.',
  'The table has {} rows of {} numbers. Later positions do not exist.':
    'Die Tabelle hat {} Zeilen mit je {} Zahlen. Spätere Positionen gibt es nicht.',
  'Position 0 has the row {}.': 'Position 0 hat die Zeile {}.',
  'Its rows have {} elements in the layout {}.': 'Die Zeilen haben {} Elemente im Layout {}.',
  'The first position is {}.': 'Die erste Position ist {}.',
  '{} heads of queries share one head of keys.': '{} Query-Köpfe teilen sich einen Key-Kopf.',
  '{} heads of queries share {} heads of keys.': '{} Query-Köpfe teilen sich {} Key-Köpfe.',
  'The config names no base, so the default is assumed.':
    'Die Konfiguration nennt keine Basis, darum gilt hier die übliche.',
  'The context has {} positions.': 'Der Kontext hat {} Positionen.',
  'A token sees only the {} nearest positions.':
    'Ein Token sieht nur die {} nächstgelegenen Positionen.',
  'The {} layers differ. Layers with full attention are described.':
    'Die {} Schichten unterscheiden sich. Beschrieben sind die, die den ganzen Text sehen.',
  '{} The type of {} is not known: it was read as {}, whose layout and defaults were assumed.':
    '{} Der Typ von {} ist nicht bekannt: Er wurde als {} gelesen, mit dessen Layout und Standardwerten.',
  '{} rotates queries and keys (RoPE).': '{} dreht Queries und Keys (RoPE).',
  '{} adds ALiBi biases to scores.': '{} addiert Biases von ALiBi zu den Scores.',
  '{} adds biases of T5 buckets to scores.':
    '{} addiert Biases aus Fächern (Buckets) von T5 zu den Scores.',
  '{} adds a learned table to the embeddings.':
    '{} addiert eine gelernte Tabelle zu den Embeddings.',
  '{} adds a sinusoidal table to the embeddings.':
    '{} addiert eine Sinus-Tabelle zu den Embeddings.',
  '{} has no positions in its attention.': '{} hat keine Positionen in der Attention.',
  '{} has no attention.': '{} hat keine Attention.',
  '{} uses the scheme {}.': '{} verwendet das Verfahren {}.',
  'Each head was normalised: was the first array taken before q_norm or k_norm?':
    'Jeder Kopf wurde normiert: Stammt das erste Array von vor q_norm oder k_norm?',
  'numbers or ranges such as 100..115': 'Zahlen oder Bereiche wie 100..115',
  'a range such as 100..115': 'einen Bereich wie 100..115',
  'numbers that count up by 1': 'Zahlen, die um 1 hochzählen',
  '{} in row {}': '{} in Zeile {}',
  'Element {} of {} is not finite.': 'Element {} von {} ist keine endliche Zahl.',
  '{} elements of {} are not finite, from {} to {}.':
    '{} Elemente von {} sind keine endlichen Zahlen, von {} bis {}.',
  'Only the first {} of {} rows of {} are compared.':
    'Nur die ersten {} von {} Zeilen von {} werden verglichen.',
  'A sequence was read as [length {}, heads {}, headDim {}].':
    'Eine Sequenz wurde als [length {}, heads {}, headDim {}] gelesen.',
  '{} sequences were read, each as [length {}, heads {}, headDim {}].':
    '{} Sequenzen wurden gelesen, jede als [length {}, heads {}, headDim {}].',
  'These heads may also be {} rows that all have the same position.':
    'Diese Köpfe können auch {} Zeilen sein, die alle dieselbe Position haben.',
  'If axis {} is the sequence, the array is rotated along the heads.':
    'Ist Achse {} die Sequenz, wird entlang der Köpfe gedreht.',
  'Positions run on through the batch: sequence 1 begins at {}, not {}.':
    'Die Positionen laufen durch den Batch weiter: Sequenz 1 beginnt bei {}, nicht bei {}.',
  'Only one head rotates.': 'Nur ein Kopf dreht sich.',
  'The rotation spans all heads of a row, as if they were one.':
    'Die Drehung geht über alle Köpfe einer Zeile, als wären sie einer.',
  'At the positions that were found for the rows, this rotation explains all elements:':
    'Mit den Positionen, die für die Zeilen gefunden wurden, erklärt diese Drehung alle Elemente:',
  'This rotation explains all elements:': 'Diese Drehung erklärt alle Elemente:',
  'The first difference is in row {}, head {}, element {}: expected {}, got {}.':
    'Die erste Abweichung steht in Zeile {}, Kopf {}, Element {}: erwartet {}, bekommen {}.',
  'The nearest rotation explains {}.': 'Die ähnlichste Drehung erklärt {}.',
  'Patterns of elements were sought in rows {} to {}.':
    'Muster der Elemente wurden in den Zeilen {} bis {} gesucht.',
  'Within the tolerances of {} for {}, {} agree.':
    'Innerhalb der Toleranzen von {} für {} stimmen {} überein.',
  'In ulps of {}, {} agree, and {} are equal.':
    'In ulps von {} stimmen {} überein; gleich sind {}.',
  'The largest error is in element {} of {}: {}.':
    'Der größte Fehler steht in Element {} von {}: {}.',
  'The largest error is in element {} of {}: {}, or {} ulps.':
    'Der größte Fehler steht in Element {} von {}: {}, das sind {} ulps.',
  'The largest error is in row {}, column {}: {}.':
    'Der größte Fehler steht in Zeile {}, Spalte {}: {}.',
  'The largest error is in row {}, column {}: {}, or {} ulps.':
    'Der größte Fehler steht in Zeile {}, Spalte {}: {}, das sind {} ulps.',
  'The first difference is in element {} of {}: expected {}, got {}.':
    'Die erste Abweichung steht in Element {} von {}: erwartet {}, bekommen {}.',
  'The first difference is in row {}, column {}: expected {}, got {}.':
    'Die erste Abweichung steht in Zeile {}, Spalte {}: erwartet {}, bekommen {}.',
  'Of {} rows, the first {} were read.': 'Von {} Zeilen wurden die ersten {} gelesen.',
  'The rotation was sought in the first {} of {} rows. All rows were compared with it.':
    'Die Drehung wurde in den ersten {} von {} Zeilen gesucht. Mit ihr wurden alle Zeilen verglichen.',
  'The rotated array is what {} wants at {}: within errors of float32 angles, all {} elements agree.':
    'Das gedrehte Array ist, was {} an {} will: Bis auf Fehler von Winkeln in float32 stimmen alle {} Elemente überein.',
  'The rotated array is what {} wants at {}: all {} elements agree.':
    'Das gedrehte Array ist, was {} an {} will: Alle {} Elemente stimmen überein.',
  'The rotated array is not what {} wants at {}: {} of {} elements differ.':
    'Das gedrehte Array ist nicht, was {} an {} will: {} von {} Elementen weichen ab.',
  'If your row has this position, the port is right.':
    'Falls deine Zeile an dieser Position steht, ist die Portierung richtig.',
  'If your rows have these positions, the port is right.':
    'Falls deine Zeilen an diesen Positionen stehen, ist die Portierung richtig.',
  'Another base is nearer, but {} is too coarse to decide: give more rows.':
    'Eine andere Basis passt besser, aber {} ist zu grob, um das zu entscheiden: Gib mehr Zeilen.',
  'Each row was taken to have one position, as in text. For images, give the three of each row, too: position_ids.':
    'Für jede Zeile wurde eine einzige Position angenommen, wie in Text. Für Bilder gib auch die drei jeder Zeile: position_ids.',
  'A minus sign is missing: the sine is added to both elements of a pair.':
    'Ein Minus fehlt: Der Sinus wird zu beiden Elementen eines Paars addiert.',
  'There is one minus sign too many: the sine is subtracted from both elements of a pair.':
    'Ein Minuszeichen ist zu viel: Von beiden Elementen eines Paares wird der Sinus abgezogen.',
  'Cosine and sine have changed places.': 'Kosinus und Sinus sind vertauscht.',
  'The elements of a pair do not change places before they are multiplied by the sine.':
    'Die Elemente eines Paares tauschen nicht die Plätze, bevor sie mit dem Sinus multipliziert werden.',
  'The first element of a pair is overwritten before the second one is computed from it.':
    'Das erste Element eines Paares wird überschrieben, bevor das zweite daraus berechnet wird.',
  'The attention factor multiplies the cosines, but not the sines.':
    'Der Attention-Faktor multipliziert die Kosinus, aber nicht die Sinus.',
  'The exponents of the frequencies lack their minus sign.':
    'Den Exponenten der Frequenzen fehlt ihr Minuszeichen.',
  'Frequencies are in the reverse order: the last pair turns fastest.':
    'Die Frequenzen stehen in umgekehrter Reihenfolge: Das letzte Paar dreht sich am schnellsten.',
  'Angles are multiplied by 2 pi, as if frequencies were whole turns.':
    'Die Winkel sind mit 2 pi multipliziert, als wären die Frequenzen ganze Umdrehungen.',
  'The ramp of the scaling is reversed: slow pairs keep their frequencies, and fast pairs change.':
    'Die Rampe der Skalierung ist umgekehrt: Langsame Paare behalten ihre Frequenz, schnelle ändern sie.',
  'In the middle of the ramp, scaled and plain frequencies have changed places.':
    'In der Mitte der Rampe sind skalierte und unskalierte Frequenzen vertauscht.',
  'Only {} of {} heads rotate: {}.': 'Nur {} von {} Köpfen drehen sich: {}.',
  'Pairs are those of the layout {}, but cosines and sines have the order of {}.':
    'Die Paare sind die des Layouts {}, aber Kosinus und Sinus haben die Reihenfolge von {}.',
  'Rows and heads are exchanged without moving their elements: a reshape replaces a transpose.':
    'Zeilen und Köpfe sind vertauscht, ohne dass ihre Elemente umgeordnet wurden: reshape statt transpose.',
  'Frequencies (inv_freq) are rounded to {}.': 'Die Frequenzen (inv_freq) sind auf {} gerundet.',
  'Angles are rounded to {}.': 'Die Winkel sind auf {} gerundet.',
  'Frequencies (inv_freq) and angles are rounded to {}.':
    'Die Frequenzen (inv_freq) und die Winkel sind auf {} gerundet.',
  'Cosines and sines are rounded to {}.': 'Kosinus und Sinus sind auf {} gerundet.',
  '{} of batch item {}': '{} von Batch-Eintrag {}',
  'Only the buckets were checked. To check the weights, give the learned table (relative_attention_bias).':
    'Nur die Fächer (Buckets) sind geprüft. Um die Gewichte zu prüfen, gib die gelernte Tabelle an (relative_attention_bias).',
  'Only the buckets were checked. To check the weights, and which keys are before a query, give the learned table (relative_attention_bias).':
    'Nur die Fächer (Buckets) sind geprüft. Um die Gewichte zu prüfen und welche Keys vor einer Query liegen, gib die gelernte Tabelle an (relative_attention_bias).',
  'The bias has {} weights ({} buckets), and {} has {}.':
    'Der Bias hat {} Gewichte ({} Fächer), {} hat {}.',
  'Keys before a query have the weights of keys after it: is the distance negated?':
    'Keys vor einer Query haben die Gewichte der Keys nach ihr: Ist das Vorzeichen des Abstands vertauscht?',
  'The weights are those of the learned table times {}.':
    'Die Gewichte sind die der gelernten Tabelle mal {}.',
  'Weights differ from the learned table in {} of {} places.':
    'Die Gewichte weichen an {} von {} Stellen von der gelernten Tabelle ab.',
  'In bucket {} of head {}, the weight is {}, not {}.':
    'In Fach {} von Kopf {} ist das Gewicht {}, nicht {}.',
  'Keys at the distance {} have the weight of bucket {}, not {}.':
    'Keys im Abstand {} haben das Gewicht von Fach {}, nicht {}.',
  'All wrong buckets are one too large: are logarithms rounded to the nearest integer, not down?':
    'Alle falschen Fächer sind um eins zu groß: Wird der Logarithmus gerundet statt abgerundet?',
  'Element {} differs first: expected {}, got {}.':
    'Element {} weicht zuerst ab: erwartet {}, gefunden {}.',
  'These are the frequencies of RoPE (inv_freq).': 'Das sind die Frequenzen von RoPE (inv_freq).',
  'These are the slopes of ALiBi.': 'Das sind die Steigungen von ALiBi.',
  'The formula explains {}.': 'Die Formel erklärt {}.',
  'The formula explains {}. The largest error is {}.':
    'Die Formel erklärt {}. Der größte Fehler ist {}.',
  'This is a table of RoPE.': 'Das ist eine Tabelle von RoPE.',
  'This is a sinusoidal table of a grid, {} x {}.':
    'Das ist eine Sinus-Tabelle für ein Gitter, {} x {}.',
  'This is a sinusoidal table, in the layout {}.': 'Das ist eine Sinus-Tabelle im Layout {}.',
  'No formula is known for this table; the nearest formula explains {}.':
    'Für diese Tabelle ist keine Formel bekannt; die ähnlichste Formel erklärt {}.',
  'Row {} is zero, for padding. The formula explains all other rows.':
    'Zeile {} ist null, für leere Plätze (Padding). Die Formel erklärt alle anderen Zeilen.',
  'The nearest formula explains {}.': 'Die ähnlichste Formel erklärt {}.',
  'The only row was read.': 'Die einzige Zeile wurde gelesen.',
  'All {} rows were read.': 'Alle {} Zeilen wurden gelesen.',
  'Of {} rows, the first {} were read, and one piece of 16 rows after them.':
    'Von {} Zeilen wurden die ersten {} gelesen und danach ein Stück mit 16 Zeilen.',
  'Of {} rows, the first {} were read, and {} pieces of 16 rows after them.':
    'Von {} Zeilen wurden die ersten {} gelesen und danach {} Stücke mit je 16 Zeilen.',
  'This is a bias of T5. Its buckets explain {}.':
    'Das ist ein Bias von T5. Seine Fächer (Buckets) erklären {}.',
  'This is a bias of {}. The formula explains {}.':
    'Das ist ein Bias von {}. Die Formel erklärt {}.',
  'No formula is known for this bias.': 'Für diesen Bias ist keine Formel bekannt.',
  'This is a mask: it hides keys, and changes no other score.':
    'Das ist eine Maske: Sie verdeckt Keys und ändert sonst keinen Score.',
  'Rows are counted from row {}.': 'Die Zeilen sind ab Zeile {} gezählt.',
  'Row {} differs first.': 'Zeile {} ist die erste, die abweicht.',
  'The rotation has the layout {} and the base {}.':
    'Die Drehung hat das Layout {} und die Basis {}.',
  '{} wants {}, but these arrays show a rotation.':
    '{} verlangt {}, aber diese Arrays zeigen eine Drehung.',
  'If the first row has the position {}, the table is right.':
    'Falls die erste Zeile an Position {} steht, ist die Tabelle richtig.',
  'Rows 0 to {} go down, {} 0 to {} go right.':
    'Die Zeilen 0 bis {} gehen nach unten, die {} 0 bis {} nach rechts.',
  'Differing rows: {} of {}.': 'Abweichende Zeilen: {} von {}.',
  'Differing {}: {} of {}.': 'Abweichende {}: {} von {}.',
  'Amber is too large, violet too small, by {} at most.':
    'Bernstein ist zu groß, violett zu klein, um höchstens {}.',
  'Small errors are drawn stronger than they are.':
    'Kleine Fehler sind kräftiger gezeichnet, als sie sind.',
  'the size': 'Größe',
  'the file': 'Inhalt',
  'the number of tensors': 'Anzahl der Tensoren',
  'the number of keys': 'Anzahl der Schlüssel',
  'a key': 'Schlüssel',
  'the keys': 'Schlüssel',
  'names of at least one character': 'Namen mit mindestens einem Zeichen',
  'each key once': 'keine doppelten Schlüssel',
  'the type of {}': 'Typ von {}',
  'the value of {}': 'Wert von {}',
  'the first bytes': 'erste Bytes',
  'other bytes': 'andere Bytes',
  'the version': 'Version',
  'a type from 0 to 12': 'eine Typnummer von 0 bis 12',
  'the type in {}': 'Typ in {}',
  'a type from 0 to 12, but not 9': 'eine Typnummer von 0 bis 12, aber nicht 9',
  'the length of {}': 'Länge von {}',
  'the name of a tensor': 'Name eines Tensors',
  'the axes of {}': 'Achsen von {}',
  'the shape of {}': 'Form von {}',
  'the offset of {}': 'Offset von {}',
  'a power of two': 'eine Zweierpotenz',
  'the tensors': 'Tensoren',
  'each name once': 'keine doppelten Namen',
  'the tensor {}': 'Tensor {}',
  '{} bytes from byte {} on': '{} Bytes ab Byte {}',
  'a file of {} bytes': 'eine Datei mit {} Bytes',
  'only {}': 'nur {}',
  'a type of ggml': 'eine Typnummer von ggml',
  'rows of a multiple of {}': 'eine durch {} teilbare Zeilenlänge',
  '{} bytes at byte {}': '{} Bytes ab Byte {}',
  'at most {}, since the file has no room for more':
    'höchstens {}, denn für mehr hat die Datei keinen Platz',
  '{} bytes': '{} Bytes',
  'the minor version': 'Nebenversion',
  'the header': 'Header',
  'its length in 4 bytes': 'seine Länge in 4 Bytes',
  'the end of the file': 'das Dateiende',
  'the length of the header': 'Länge des Headers',
  'fewer than 2^53 bytes': 'weniger als 2^53 Bytes',
  'the data': 'Daten',
  '{} bytes, as the shape [{}] needs': '{} Bytes (laut Form [{}])',
  'a dictionary in braces': 'ein Dictionary in geschweiften Klammern',
  'entries of plain values': 'Einträge mit einfachen Werten',
  'the keys descr, fortran_order and shape': 'die Schlüssel descr, fortran_order und shape',
  'a type of {}': 'eines von {}',
  'a tuple of integers': 'ein Tupel aus ganzen Zahlen',
  'at most {} axes': 'höchstens {} Achsen',
  'the format': 'das Format',
  'an array saved by NumPy or safetensors': 'ein Array, gespeichert mit NumPy oder safetensors',
  'a file of torch.save': 'eine Datei von torch.save',
  'a member': 'Eintrag',
  'a name that ends in .npy': 'die Endung .npy',
  'those of npy, npz, safetensors, gguf, JSON or CSV':
    'die von npy, npz, safetensors, gguf, JSON oder CSV',
  'an empty file': 'eine leere Datei',
  '{} of {}: expected {}, got {}': '{1}, {0}: erwartet {2}, bekommen {3}',
  'an integer from {} to {}': 'eine ganze Zahl von {} bis {}',
  'text in UTF-8': 'Text in UTF-8',
  'at most {} levels of JSON': 'höchstens {} Ebenen von JSON',
  'more levels': 'mehr Ebenen',
  'at least 8 bytes': 'mindestens 8 Bytes',
  'dtype of {}': 'dtype von {}',
  'a type of safetensors': 'ein dtype von safetensors',
  'shape of {}': 'shape von {}',
  'a beginning and an end': 'Anfang und Ende',
  '{} bytes, as its shape needs': '{} Bytes (laut shape)',
  'an array of integers': 'ein Array aus ganzen Zahlen',
  'a beginning at {}': 'Anfang bei {}',
  '{} bytes, as the header says': '{} Bytes (laut Header)',
  'the file beside the index': 'diese Datei im Ordner des Index',
  'nothing there': 'dort ist nichts',
  '{} is in {}, which is not beside the index.':
    '{} ist in {}. Diese Datei liegt nicht neben dem Index.',
  'the index': 'Index',
  'names of files in its folder': 'Namen von Dateien im selben Ordner',
  'a tensor in {}': 'einen Tensor in {}',
  'a size that is a number of bytes': 'eine Größe in Bytes',
  'a piece of at most 2 GiB; read fewer rows': 'höchstens 2 GiB auf einmal (lies weniger Zeilen)',
  'a Uint8Array, a Blob, a path or {size, read}':
    'ein Uint8Array, einen Blob, einen Pfad oder {size, read}',
  'a Uint8Array, a Blob or {size, read} in a browser':
    'im Browser ein Uint8Array, einen Blob oder {size, read}',
  'a file that can be read': 'eine Datei, die sich lesen lässt',
  'the path of a file': 'den Pfad einer Datei',
  '{} is {}; posenc reads {}.': '{} hat den Typ {}; posenc liest {}.',
  'line {}': 'Zeile {}',
  '{} numbers, as before': '{} Zahlen, wie davor',
  'the array {}': 'das Array {}',
  'lists as shape and values': 'Listen als shape und values',
  'other values': 'andere Werte',
  '{} values for its shape': '{} Werte für seine Form',
  'a type such as float32': 'einen Typ wie float32',
  'lists of {} elements, as the first': 'Listen mit {} Elementen, wie die erste',
  'a list of parts': 'eine Liste von Teilen',
  'part {}': 'Teil {}',
  'options of part {}': 'die Optionen von Teil {}',
  'arrays of part {}': 'die Arrays von Teil {}',
  'a list': 'eine Liste',
  'the tolerance of {}': 'die Toleranz von {}',
  'numbers of at least 0': 'Zahlen ab 0',
  '{} numbers': '{} Zahlen',
  'the checksum of {}': 'Prüfsumme von {}',
  '{} in {}': '{} in {}',
  'the member {}': 'Eintrag {}',
  'the header of {}': 'Header von {}',
  'the signature of a member': 'die Signatur eines Eintrags',
  '{} bytes before the list of members': '{} Bytes vor der Liste der Einträge',
  'deflated bytes': 'Bytes im Format Deflate',
  'the list of members': 'Liste der Einträge',
  'the end': 'Ende',
  'a zip file in one part': 'eine ungeteilte ZIP-Datei',
  'a part of several': 'ein Stück von mehreren',
  'the end record of a zip file': 'die Endmarke einer ZIP-Datei',
  'the end record of zip64': 'ZIP64-Endmarke',
  'a locator before the usual end record': 'ein Verweis darauf vor der üblichen Endmarke',
  'a record at byte {}': 'eine Endmarke ab Byte {}',
  'an end at byte {} or before': 'ein Ende bei Byte {} oder davor',
  'a member at byte {}': 'einen Eintrag ab Byte {}',
  'names that end within the list': 'Namen, die innerhalb der Liste enden',
  'no encryption': 'keine Verschlüsselung',
  'the method 0 (stored) or 8 (deflated)': 'die Methode 0 (stored) oder 8 (deflated)',
  'the size of {}': 'Größe von {}',
  'at most {} bytes': 'höchstens {} Bytes',
  '{} bytes of zip64': '{} Bytes im ZIP64-Feld',
  'a place from byte {} to {}': 'eine Stelle von Byte {} bis {}',
};

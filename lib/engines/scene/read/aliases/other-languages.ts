/**
 * The most common nouns and colors of other languages, as far as they are no English words.
 * The format is described in `../parse-alias.ts`.
 */
export const OTHER_LANGUAGES = `
gato, gatto, katze, gata = cat
perro, chien, hund, cane, cachorro = dog
caballo, cheval, pferd, cavallo, cavalo = horse
pajaro, oiseau, vogel, uccello, passaro = bird
pez, poisson, fisch, pesce, peixe = fish
vaca, vache, kuh, mucca = cow
oso, ours, baer, orso, urso = bear
leon, lowe, loewe, leone, leao = lion
elefante, elefant = elephant
conejo, lapin, kaninchen, coniglio, coelho = rabbit
zorro, renard, fuchs, volpe, raposa = fox
mariposa, papillon, schmetterling, farfalla, borboleta = butterfly
casa, maison, haus = house
coche, voiture, macchina, carro = automobile
bicicleta, velo, fahrrad, bicicletta = bicycle
tren, treno, trem, zug = train
barco, bateau, schiff, barca, navire = sailboat
arbol, arbre, baum, albero, arvore = deciduous-tree
flor, fleur, blume, fiore, bloem = blossom
flores, fleurs, blumen, fiori = blossom*6
sol, soleil, sonne = sun
luna, lune, mond, lua = full-moon !night
estrella, etoile, stella, estrela = star
manzana, pomme, apfel, mela, maca = red-apple
brot = bread
mesa, tisch, tavolo = own:table
silla, chaise, stuhl, sedia, cadeira = own:chair
libro, livre, buch, livro = closed-book
hombre, homme, uomo, homem, mann = man-standing
mujer, femme, frau, donna, mulher = woman-standing
nino, enfant, bambino, crianca = child
puente, brucke, bruecke, ponte = own:bridge
castillo, schloss, castello = own:castle
corazon, coeur, herz, cuore, coracao = red-heart
playa, plage, spiaggia, praia, strand = @beach
bosque, foret, wald, foresta, floresta = @forest
montana, montagne, berge, montagna, montanha = @mountains
ciudad, ville, stadt, citta, cidade = @city
noche, nuit, nacht, notte, noite = !night
lluvia, pluie, regen, pioggia, chuva = &rain
nieve, neige, schnee, neve = &snow
invierno, hiver, inverno = %winter
verano, ete, sommer, verao = %summer
`;

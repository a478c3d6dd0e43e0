/** Words that carry grammar and not the subject, per language, as `folded` writes them. Hand-made short lists. */
const LISTS = {
  en: `hello bye goodbye sorry course bit first good come comes gone a about above after again against ain't all
    already also although always am an and another any anybody anyone anything are aren't around as at away back be
    became because been before being below between both but by came can can't cannot could couldn't did didn't do
    does doesn't doing don't done down during each either else enough even ever every everybody everyone everything
    few for from further gave get gets getting give go goes going gonna got had hadn't has hasn't have haven't
    having he he'd he'll he's her here here's hers herself hey hi him himself his how how's however i i'd i'll i'm
    i've if in indeed instead into is isn't it it'd it'll it's its itself just kind know let let's like little look
    lot lots made make many may maybe me mean might more most much must my myself need never new next no nobody none
    nor not nothing now of off oh ok okay on once one ones only or other others our ours ourselves out over own
    perhaps please pretty put quite rather really right said same say see seem seen shall she she'd she'll she's
    should shouldn't since so some somebody someone something sort still such sure take than thank thanks that
    that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've
    thing things think this those though through thus to together too toward try two uh um under until up upon us
    use used very wanna want wants was wasn't way we we'd we'll we're we've welcome well went were weren't what
    what's when where where's whether which while who who's whole whom whose why will with within without won't
    would wouldn't yeah yes yet you you'd you'll you're you've your yours yourself`,
  de: `ab aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist da dabei dadurch
    dafür dagegen daher damit danach dann daran darauf daraus darf das dass davon dazu dein deine dem den denn der deren des
    deshalb dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einfach
    einige einmal er erst es etwas euch euer fast für ganz gar gegen geht gibt gut habe haben hat hatte hatten hier hin
    hinter ich ihm ihn ihnen ihr ihre ihrem ihren im immer in ins ist ja jede jeder jedes jetzt kann kein keine können könnte
    machen macht mal man mehr mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob oder ohne schon sehr sein
    seine seinem seinen sich sie sind so soll sollte sondern sonst über um und uns unser unter viel viele vielleicht vom von
    vor war waren was weg weil weiter wenn wer werde werden wie wieder will wir wird wo wollen worden wurde wurden zu zum zur
    zwei zwischen`,
  fr: `à afin ai aient ainsi alors après as au aucun aussi autre autres aux avait avant avec avez avoir avons bien bon c'est ça
    car ce ceci cela celle celui ces cet cette ceux chaque chez comme comment d'un d'une dans de depuis des deux dire dit
    doit donc dont du elle elles en encore entre es est et été être eu eux fait faire faut fois ici il ils j'ai je jusqu'à
    juste l'on la là le les leur leurs lui ma mais même mes mieux moi moins mon n'est ne nos notre nous on ont ou où oui par
    parce pas peu peut peux plus pour pourquoi pouvez qu'il qu'on quand que quel quelle quelque qui quoi sa sans se sera ses
    si son sont sous sur ta tes toi ton toujours tous tout toute toutes très tu un une va vais vers veut voilà vont vos
    votre vous vraiment y`,
  es: `a ahora al algo algunos allí ante antes aquí así aún aunque bien cada casi como cómo con cual cuando de del desde después
    donde dos durante e el él ella ellas ellos en entonces entre era eran es esa ese eso esta está están estar estas este
    esto estos estoy fue fueron gran ha había hace hacer han hasta hay haya he hecho la las le les lo los luego más me menos
    mi mis misma mismo muy nada ni no nos nosotros nuestra nuestro o os otra otro otros para pero poco por porque pues que
    qué quien se sea según ser si sí sido siempre sin sobre solo son su sus también tan tanto te tener tengo ti tiene tienen
    todo todos tu tus un una uno unos usted va vamos ver vez voy y ya yo`,
  it: `a abbiamo ad adesso agli ai al alla alle allo allora altra altri altro anche ancora avere aveva bene c'è che chi ci come
    con così cosa cui da dai dal dalla degli dei del della delle dello di dire dopo dove due e è ed era erano essere fa fare
    fatto fino fra già gli grazie ha hai hanno ho i il in io la le lei lo loro lui ma me meno mi mia mio molto ne negli nei
    nel nella noi non nostro o ogni ora per perché però più poi può qua quale quando quanto quella quelle quello questa
    queste questi questo qui quindi sarà se sei sempre senza si sia siamo sono sta stato su sua sul sulla suo te ti tra tu
    tutti tutto un una uno va vi voi`,
  pt: `a à agora ainda além algo alguns ali ao aos apenas aqui as às assim até bem cada coisa com como da das de dela dele
    depois deve do dois dos e é ela elas ele eles em então entre era essa esse esta está estamos estão este eu fazer foi
    foram gente há isso isto já la lá lhe mais mas me mesmo meu minha muito na não nas nem nem no nos nós nossa nosso num
    numa o onde os ou outra outro para pela pelo pode por porque pra qual quando que quem se sem ser seu seus só sobre sua
    suas também tão tem têm ter teu tudo um uma umas uns vai vamos você vocês vou`,
  nl: `aan al alle alleen als altijd andere ben bij daar dan dat de deze die dit doen door dus een eens en er ga gaan gaat
    geen geweest goed haar had hadden heb hebben heeft hem het hier hij hoe hun ik in is ja je jij jullie kan kon kunnen
    maar maken me meer men met mij mijn moet na naar niet niets nog nu of om omdat onder ons onze ook op over te toch toen
    tot u uit uw van veel voor want waren was wat we weer wel werd wie wij wil worden wordt zal ze zeer zelf zich zij zijn
    zo zoals zonder zou`,
  sv: `alla allt att av bara blev bli blir då de dem den denna deras dess det detta dig din dina du där efter ej eller en
    ett finns för från får gör ha hade han hans har hela henne hennes här hon honom hur i icke in inte ja jag jo kan kommer
    kunde man med mellan men mig min mina mot mycket ni nu när någon något några och om oss på så samma sedan sig sin sina
    ska skall skulle som till under upp ut utan vad var vara varit vem vi vid vill är även över`,
  da: `af alle alt at bare blev blive bliver da de dem den denne der deres det dette dig din dog du efter eller en end er et
    for fordi fra få ham han hans har havde have hende her hun hvad hvis hvor i ikke ikkje ind jeg kan kom kunne man mange
    med meget men mig min mine mod må ned noget nogen nogle nu når og også om op os over på sig sin skal skulle som så til
    ud under var vi vil ville være været å ble då deg eg ein eit mer mye noe noen oss seg ut vært`,
  pl: `a aby ale ani bardzo będzie bez bo był była było były by być ci co czy dla do gdy gdzie go i ich ile im ja jak jako jego
    jej jest jestem jeszcze jeśli już każdy kiedy kto która które który lub ma mam mi mnie może można my na nad nam nas nie
    nic niż no o od on ona one oni oraz po pod przed przez przy się są sobie swoje ta tak także tam te tego tej ten to tu
    tutaj ty tych tylko tym w we więc wszystko z za ze żeby że`,
  ru: `а без более был была были было быть в вам вас вот все всё всех вы где да даже для до его ее её если есть еще ещё же за
    здесь и из или им их к как какой когда кто ли мне может можно мой мы на надо нам нас не него нее нет ни них но ну о об
    он она они оно от очень по под после потом потому при про раз с сам себя сейчас со так также такой там тебя тем то того
    тоже только том ты у уже хорошо чего чем что чтобы эта эти это этого этой этом этот я`,
  tr: `ama ancak artık az bana bazı ben beni benim bir biraz biri biz bize bu buna bunu bunun burada çok çünkü da daha de değil
    diye en gibi göre hem hep her hiç için ile ise işte kadar ki kim mı mi mu mü nasıl ne neden o olan olarak oldu olduğu
    olur ona onlar onu onun öyle sen siz sonra şey şimdi şu var ve veya ya yani yok`,
  zh: `的 了 是 在 我 你 您 他 她 它 们 我们 你们 他们 这 那 这个 那个 这些 那些 有 和 与 就 都 也 很 不 没 没有 一 一个 上 下 说 要
    会 去 来 到 看 好 自己 着 过 把 被 让 给 对 从 但 但是 因为 所以 如果 什么 怎么 可以 还 还是 吗 呢 吧 啊 那么 然后 就是 以 及 而 其`,
  ja: `これ それ あれ この その あの ここ そこ こと もの ため よう とき する した して します しました いる いた います ある あります です
    でした ます ました ない なる なり から まで より など また そして しかし でも という ので のに だけ 私 僕 人 何 今 中`,
  ko: `이 그 저 것 수 등 들 및 또 또는 그리고 그러나 하지만 그래서 있는 있다 있습니다 하는 하고 한다 합니다 했다 했습니다 위해 대한 때문에
    우리 제가 저는 나는 이것 그것 여기 지금 아주 더 안 못`,
  ar: `في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين هو هي هم أنا نحن أنت كان كانت يكون أن إن أو و ثم لكن لا ما لم لن
    قد كل بعض بعد قبل عند حتى إذا كما هل أي غير بين لقد`,
  hi: `का के की को में से पर है हैं था थे थी और या यह वह ये वे इस उस एक कि जो तो भी ही नहीं ने कर लिए हो गया अपने कुछ बहुत मैं हम आप
    साथ तक अब जब`,
};

/** Stop words by language (ISO 639-1; `da` serves Norwegian too). */
export const STOP_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
);

"use strict";
// The page at work: sliders and fields change a state, and everything on the page follows it.
// What is computed and written is in arithmetic.js; here are only elements, always by textContent.

(function () {
  const C = CostCurve, SVG = "http://www.w3.org/2000/svg";
  const scene = JSON.parse(document.getElementById("scene").textContent);
  const byId = id => document.getElementById(id);
  if (scene.selected === null) return;
  const STEPS = 1000;
  let state = C.recommendedState(scene);

  // --- scales of the sliders --------------------------------------------------------------------

  const logit = share => Math.log(share / (1 - share));
  const priorEnds = [Math.min(0.001, scene.prior / 2 || 1), Math.max(0.9, (1 + scene.prior) / 2)]
    .map(share => Math.min(Math.max(share, 1e-6), 1 - 1e-6));
  const decade = Math.floor(Math.log10(scene.ratio));
  const ratioEnds = [Math.pow(10, decade - 1), Math.pow(10, decade + 2)];
  const scales = {
    prior: {
      ends: priorEnds, to: logit, from: value => 1 / (1 + Math.exp(-value)),
      marks: [0.001, 0.01, 0.05, 0.2, 0.5, 0.8], write: C.priorFigure,
    },
    ratio: {
      ends: ratioEnds, to: Math.log, from: Math.exp,
      marks: [-1, 0, 1, 2].map(step => Math.pow(10, decade + step)), write: C.ratioFigure,
    },
  };

  function placeOf(scale, value) {
    const low = scale.to(scale.ends[0]), high = scale.to(scale.ends[1]);
    return Math.round(STEPS * Math.min(1, Math.max(0, (scale.to(value) - low) / (high - low))));
  }

  function valueAt(scale, place) {
    const low = scale.to(scale.ends[0]), high = scale.to(scale.ends[1]);
    return scale.from(low + (high - low) * place / STEPS);
  }

  // --- elements ---------------------------------------------------------------------------------

  function element(name, attributes, text, inside) {
    const made = inside === "html" ? document.createElement(name) : document.createElementNS(SVG, name);
    Object.keys(attributes || {}).forEach(key => made.setAttribute(key, attributes[key]));
    if (text !== undefined && text !== null) made.textContent = text;
    return made;
  }

  function emptied(node) {
    while (node.firstChild) node.removeChild(node.firstChild);
    return node;
  }

  function say(id, text) {
    const node = byId(id);
    if (node && node.textContent !== text) node.textContent = text;
  }

  // --- plots ------------------------------------------------------------------------------------

  function Plot(id, low, high, tall) {
    const svg = emptied(byId(id));
    const width = Math.max(280, Math.round(svg.getBoundingClientRect().width) || 640);
    const height = Math.round(Math.max(240, Math.min(width * tall, 420)));
    const left = 58, right = 14, top = 14, bottom = 44;
    svg.setAttribute("viewBox", "0 0 " + width + " " + height);
    svg.setAttribute("height", height);
    const x = value => left + (value - low[0]) / (high[0] - low[0]) * (width - left - right);
    const y = value => height - bottom - (value - low[1]) / (high[1] - low[1]) * (height - top - bottom);
    const at = point => x(point[0]).toFixed(1) + " " + y(point[1]).toFixed(1);
    const add = (name, attributes, text) => svg.appendChild(element(name, attributes, text));
    return {
      svg, x, y, width, height, left, right, top, bottom, add,
      path: (points, style) => points.length && add("path", {d: "M" + points.map(at).join("L"), class: style}),
      text: (px, py, text, style) => add("text", {x: px.toFixed(1), y: py.toFixed(1), class: style}, text),
      label: text => svg.setAttribute("aria-label", text),
    };
  }

  function axes(plot, xTicks, yTicks, titles, write) {
    const base = plot.height - plot.bottom;
    xTicks.forEach(function (tick) {
      plot.add("line", {x1: plot.x(tick), x2: plot.x(tick), y1: plot.top, y2: base, class: "grid"});
      plot.text(plot.x(tick), base + 16, write[0](tick), "tick middle");
    });
    yTicks.forEach(function (tick) {
      const zero = tick === 0 ? " zero" : "";
      plot.add("line", {x1: plot.left, x2: plot.width - plot.right, y1: plot.y(tick), y2: plot.y(tick), class: "grid" + zero});
      plot.text(plot.left - 6, plot.y(tick) + 4, write[1](tick), "tick end");
    });
    plot.text((plot.left + plot.width - plot.right) / 2, plot.height - 8, titles[0], "axis middle");
    const middle = (plot.top + base) / 2;
    const side = plot.text(14, middle, titles[1], "axis middle");
    side.setAttribute("transform", "rotate(-90 14 " + middle + ")");
  }

  function bandOf(plot, band) {
    const points = band.x.map((x, place) => [x, band.upper[place]]);
    const back = band.x.map((x, place) => [x, band.lower[place]]).reverse();
    plot.path(points.concat(back), "band " + scene.models[scene.selected].style);
  }

  function curves(plot, curveOf) {
    const order = scene.models.map((_, place) => place).filter(place => place !== state.model);
    order.reverse().concat([state.model]).forEach(function (place) {
      const chosen = place === state.model ? " chosen" : "";
      plot.path(curveOf(place), "curve " + scene.models[place].style + chosen);
    });
  }

  function ring(plot, point) {
    plot.add("circle", {
      cx: plot.x(point[0]), cy: plot.y(point[1]), r: 6,
      class: "ring " + scene.models[state.model].style,
    });
  }

  function marked(plot, at, text) {
    plot.add("line", {x1: plot.x(at), x2: plot.x(at), y1: plot.top, y2: plot.height - plot.bottom, class: "present"});
    const flip = plot.x(at) > plot.left + (plot.width - plot.left) * 0.55;
    plot.text(plot.x(at) + (flip ? -8 : 8), plot.top + 12, text, "value " + (flip ? "end" : "start"));
  }

  function drawProfit(found, said) {
    const all = scene.models.map((_, place) => C.profitCurve(scene, state, place));
    const values = all.reduce((seen, curve) => seen.concat(curve.map(point => point[1])), [0]);
    const band = scene.bands.profit && C.isAtCondition(scene, state) ? scene.bands.profit : null;
    const lowest = Math.min.apply(null, values.concat(band ? band.lower : []));
    const highest = Math.max.apply(null, values.concat(band ? band.upper : []));
    const room = (highest - lowest || 1) * 0.05;
    const plot = Plot("profit", [0, lowest - room], [1, highest + 2 * room], 0.6);
    const yTicks = C.ticks(lowest - room, highest + 2 * room, 6);
    const write = [tick => C.plain(tick * 100), tick => (tick > 0 ? "+" : "") + C.plain(tick)];
    axes(plot, [0, 0.2, 0.4, 0.6, 0.8, 1], yTicks, [scene.words.shareAxis, scene.words.profitAxis], write);
    if (band) bandOf(plot, band);
    plot.path([[0, found.none.profit], [1, found.all.profit]], "trivial");
    curves(plot, place => all[place]);
    const policy = found.models[state.model];
    const text = C.percent(policy.share) + " " + scene.words.acted + ": " + C.money(policy.profit, scene.unit, true);
    marked(plot, policy.share, text);
    ring(plot, [policy.share, policy.profit]);
    plot.label("Profit by share " + scene.words.acted + ". " + scene.models[state.model].name + ": " + text + ".");
    return all;
  }

  function drawRoc(found) {
    const plot = Plot("roc", [0, 0], [1, 1.02], 0.72), policy = found.models[state.model];
    const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
    axes(plot, steps, steps, ["False positive rate", "True positive rate"], [C.plain, C.plain]);
    plot.path([[0, 0], [1, 1]], "trivial");
    curves(plot, place => C.rocCurve(scene, place));
    ring(plot, [policy.fpr, policy.tpr]);
    plot.label("ROC curves. " + scene.models[state.model].name + ": false positive rate " + C.rate(policy.fpr) +
      ", true positive rate " + C.rate(policy.tpr) + ".");
  }

  function drawCost(found) {
    const plot = Plot("cost", [0, 0], [1, 0.5], 0.72), policy = found.models[state.model];
    const stake = found.condition.stake;
    axes(plot, [0, 0.2, 0.4, 0.6, 0.8, 1], [0, 0.1, 0.2, 0.3, 0.4, 0.5],
      ["PC(+), probability-cost", "Normalized expected cost"], [C.plain, C.plain]);
    if (scene.bands.cost) bandOf(plot, scene.bands.cost);
    plot.path([[0, 0], [0.5, 0.5], [1, 0]], "trivial");
    curves(plot, place => C.envelope(scene, place));
    marked(plot, stake, "PC(+) " + C.rate(stake));
    if (policy.relative <= 0.5) ring(plot, [stake, policy.relative]);
    plot.label("Lower envelopes in cost space at PC(+) " + C.rate(stake) + ". " +
      scene.models[state.model].name + ": normalized expected cost " + C.rate(policy.relative) + ".");
  }

  // The picture as a table: what each model earns at tenths of the cases.
  function fillNumbers(all) {
    const body = emptied(byId("profit-numbers"));
    const line = (cells, name) => {
      const tr = body.appendChild(element("tr", {}, null, "html"));
      cells.forEach((text, place) => tr.appendChild(element(place ? name : "th", {scope: place ? "col" : "row"}, text, "html")));
    };
    line([scene.words.shareAxis].concat(scene.models.map(model => model.name)), "th");
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      const amounts = all.map(curve => C.money(heightAt(curve, tenth / 10), scene.unit, true));
      line([C.count(tenth * 10)].concat(amounts), "td");
    }
  }

  function heightAt(curve, share) {
    let place = curve.findIndex(point => point[0] >= share - 1e-12);
    if (place < 0) place = curve.length - 1;
    if (place === 0) return curve[0][1];
    const before = curve[place - 1], after = curve[place];
    const part = after[0] === before[0] ? 1 : (share - before[0]) / (after[0] - before[0]);
    return before[1] + Math.min(1, part) * (after[1] - before[1]);
  }

  // --- tables and notes -------------------------------------------------------------------------

  function fillTable(said) {
    const trs = document.querySelectorAll("#models tbody tr");
    said.rows.forEach(function (row, place) {
      const cells = trs[place].querySelectorAll("td:not(.interval)");
      [row.threshold, row.acted, row.caught, row.profit].forEach(function (text, column) {
        if (cells[column].textContent !== text) cells[column].textContent = text;
      });
      const moved = !C.isAtCondition(scene, state) || (place === state.model && state.row !== null);
      const interval = trs[place].querySelector("td.interval");
      interval.textContent = moved ? (interval.dataset.at ? "\u2013" : "") : interval.dataset.at;
      trs[place].classList.toggle("chosen", place === state.model);
      const pick = trs[place].querySelector("button");
      if (pick) pick.setAttribute("aria-pressed", String(place === state.model));
    });
  }

  function fillMatrix(said) {
    Object.keys(said.matrix).forEach(name => say("matrix-" + name, said.matrix[name]));
    said.sums.forEach((text, place) => say("sum-" + place, text));
    say("sum-name-1", said.against);
    const title = byId("matrix-title");
    const text = C.isRecommended(scene, state) ? title.dataset.at
      : scene.models[state.model].name + ": " + scene.words.from + " " + said.threshold;
    if (title.textContent !== text) title.textContent = text;
  }

  function fillNotes(found, said) {
    const name = scene.models[found.best].name;
    const stretch = scene.chooses && state.row === null
      ? C.bestStretch(scene, state, scales.prior.ends[0], scales.prior.ends[1]) : null;
    const whole = stretch && stretch.low <= scales.prior.ends[0] && stretch.high >= scales.prior.ends[1];
    say("prior-note", whole ? name + " is the best at every share of this scale." : stretch
      ? name + " is the best from " + C.priorFigure(stretch.low) + " % to " + C.priorFigure(stretch.high) + " %."
      : scene.chooses ? "" : "Thresholds stay as recommended; what they bring follows.");
    const present = found.condition;
    say("condition", "On this sample. " + scene.words.shareLabel + ": " + said.prior + " %. ");
    say("ratio-note", "A miss costs " + C.money(present.fnCost, scene.unit, false) +
      ", a false alarm " + C.money(present.fpCost, scene.unit, false) + ".");
    const model = scene.models[state.model];
    const own = C.condition(state.prior, model.means, C.factorOf(scene, state.ratio));
    const least = C.policyAt(own, C.ratesOf(model, C.cheapestRow(model, own.stake)));
    const more = scene.population * (least.profit - found.models[state.model].profit);
    say("threshold-note", "Most profit of " + model.name + ": " + least.text +
      (more > 1e-9 ? ", " + C.total(more, scene.unit, false) + " more." : "."));
    const away = !C.isRecommended(scene, state);
    byId("back").hidden = !away;
    byId("at-home").hidden = away;
    say("status", away ? model.name + ", " + scene.words.from + " " + said.threshold + ": " + scene.words.profit +
      " " + said.sums[0] + "." : "");
    say("band-note", scene.bands.profit && C.isAtCondition(scene, state) ? byId("band-note").dataset.at : "");
  }

  function fillControls(said) {
    ["prior", "ratio"].forEach(function (name) {
      const slider = byId(name), field = byId(name + "-field");
      slider.value = placeOf(scales[name], state[name]);
      slider.setAttribute("aria-valuetext", said[name]);
      if (document.activeElement !== field) field.value = said[name];
    });
    const model = scene.models[state.model], slider = byId("threshold");
    const row = state.row === null ? current.models[state.model].row : state.row;
    slider.max = model.thresholds.length - 1;
    slider.value = row === null ? 0 : row;
    slider.setAttribute("aria-valuetext", said.threshold);
    if (document.activeElement !== byId("threshold-field")) byId("threshold-field").value = said.threshold;
  }

  let current = C.decide(scene, state);

  function show() {
    current = C.decide(scene, state);
    const said = C.texts(scene, state);
    fillControls(said);
    fillTable(said);
    fillMatrix(said);
    fillNotes(current, said);
    fillNumbers(drawProfit(current, said));
    drawRoc(current);
    drawCost(current);
  }

  // --- what the reader does ---------------------------------------------------------------------

  let waiting = false;

  function change(more) {
    state = Object.assign({}, state, more);
    if (waiting) return;
    waiting = true;
    window.requestAnimationFrame(function () {
      waiting = false;
      show();
    });
  }

  function typed(name, admits, scale) {
    const field = byId(name + "-field");
    const take = function () {
      const value = C.parsed(field.value) / scale;
      const good = admits(value);
      field.setAttribute("aria-invalid", String(!good));
      if (good) change({[name]: value});
    };
    field.addEventListener("input", take);
    field.addEventListener("blur", function () {
      field.setAttribute("aria-invalid", "false");
      show();
    });
  }

  function typedThreshold() {
    const field = byId("threshold-field"), wanted = C.parsed(field.value);
    const model = scene.models[state.model];
    const figures = model.thresholds.map(C.parsed);
    const low = model.lowerIsPositive ? -1 : 1;
    let row = model.thresholds.indexOf(field.value.trim());
    figures.forEach(function (figure, place) {
      if (row < 0 || low * figure >= low * wanted) row = low * figure >= low * wanted ? place : row;
    });
    const good = !Number.isNaN(wanted) || model.thresholds.includes(field.value.trim());
    field.setAttribute("aria-invalid", String(!good));
    if (good) change({row: Math.max(0, row)});
  }

  function connect() {
    ["prior", "ratio"].forEach(function (name) {
      byId(name).max = STEPS;
      byId(name).addEventListener("input", event => change({[name]: valueAt(scales[name], Number(event.target.value))}));
      const marks = byId(name + "-marks");
      scales[name].marks.filter(mark => mark >= scales[name].ends[0] && mark <= scales[name].ends[1]).forEach(function (mark) {
        const tag = marks.appendChild(element("span", {}, scales[name].write(mark), "html"));
        tag.style.left = placeOf(scales[name], mark) / STEPS * 100 + "%";
      });
    });
    typed("prior", value => value > 0 && value < 1, 100);
    typed("ratio", value => value > 0 && value < Infinity, 1);
    byId("threshold").addEventListener("input", event => change({row: Number(event.target.value)}));
    byId("threshold-field").addEventListener("change", typedThreshold);
    byId("back").addEventListener("click", function () {
      state = C.recommendedState(scene);
      show();
      byId("prior").focus();
    });
    document.querySelectorAll("#models tbody button").forEach((button, place) =>
      button.addEventListener("click", () => change({model: place, row: null})));
    byId("open-all").addEventListener("click", () => document.querySelectorAll("details").forEach(one => { one.open = true; }));
    window.addEventListener("resize", () => change({}));
    window.addEventListener("beforeprint", () => document.querySelectorAll(".topic").forEach(one => { one.open = true; }));
    byId("controls").disabled = false;
  }

  document.documentElement.classList.add("alive");
  connect();
  show();
})();

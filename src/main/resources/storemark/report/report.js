// Brings report.html to life: draws its charts, and draws them again when their width, the colour scheme or the choice of
// series changes.
(function () {
  'use strict';

  const charts = {};
  JSON.parse(document.getElementById('data').textContent).forEach(function (chart) { charts[chart.id] = chart; });
  const scheme = window.matchMedia('(prefers-color-scheme: dark)');
  const hidden = {};
  const drawn = new Map();

  function draw(place) {
    const width = place.clientWidth;
    if (!width) {
      return;
    }
    const view = { width: width, dark: scheme.matches, title: false, hidden: hidden };
    const drawing = storemark.draw(charts[place.dataset.chart], view);
    place.style.height = drawing.height + 'px';
    const old = drawn.get(place);
    const chart = old ? old.chart : echarts.init(place, null, { renderer: 'svg', width: width, height: drawing.height });
    chart.resize({ width: width, height: drawing.height });
    chart.setOption(drawing.option, { notMerge: true });
    drawn.set(place, { chart: chart, width: width });
  }

  function drawAgain() {
    drawn.forEach(function (old, place) { draw(place); });
  }

  function save(chart) {
    const drawing = storemark.draw(chart, { width: 760, dark: false, title: true, hidden: hidden });
    const still = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 760, height: drawing.height });
    still.setOption(drawing.option);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([still.renderToSVGString()], { type: 'image/svg+xml' }));
    link.download = chart.id + '.svg';
    link.click();
    URL.revokeObjectURL(link.href);
    still.dispose();
  }

  /** All that a chart draws, as a table: a row for each place on the x axis, or for each row of a map. */
  function tabulate(details) {
    const chart = charts[details.dataset.chart];
    const map = chart.kind === 'MAP';
    const columns = map ? chart.categories : chart.series.map(function (one) { return one.name; });
    const rows = new Map((map ? chart.rows : []).map(function (name, row) { return [row, {}]; }));
    chart.series.forEach(function (one) {
      one.points.forEach(function (point) {
        const row = map ? point[1] : point[0];
        rows.set(row, rows.get(row) || {});
        rows.get(row)[map ? chart.categories[point[0]] : one.name] = map ? best(one.name, point[2]) : value(point, chart.y.form);
      });
    });
    const table = document.createElement('table');
    table.className = map ? 'data words' : 'data';
    const head = table.createTHead().insertRow();
    [map ? 'usage' : chart.x.name].concat(columns).forEach(function (name) { field(head, 'th', 'col', name); });
    const body = table.createTBody();
    Array.from(rows.keys()).sort(function (a, b) { return a - b; }).forEach(function (at) {
      const row = body.insertRow();
      field(row, 'th', 'row', map ? chart.rows[at] : chart.categories ? chart.categories[at] : scales.format(at, chart.x.form));
      columns.forEach(function (name) { row.insertCell().textContent = rows.get(at)[name] || (map ? '' : '-'); });
    });
    const wide = document.createElement('div');
    wide.className = 'wide';
    wide.append(table);
    details.append(wide);
  }

  function field(row, kind, scope, text) {
    const cell = document.createElement(kind);
    cell.scope = scope;
    cell.textContent = text;
    row.append(cell);
  }

  function best(name, ahead) {
    return ahead === null || isNaN(ahead) ? name : name + ' ' + scales.format(ahead, 'RATIO');
  }

  function value(point, form) {
    const spread = ' (' + scales.format(Math.max(point[2], 0), form) + ' to ' + scales.format(point[3], form) + ')';
    return scales.format(point[1], form) + (point[3] > point[2] ? spread : '');
  }

  /** One chart after another, with the page alive in between. */
  function drawFrom(index) {
    if (index < places.length) {
      draw(places[index]);
      sized.observe(places[index]);
      setTimeout(function () { drawFrom(index + 1); }, 0);
    }
  }

  const places = Array.from(document.querySelectorAll('.plot'));
  const sized = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) {
      const old = drawn.get(entry.target);
      if (old && old.width !== entry.target.clientWidth) {
        draw(entry.target);
      }
    });
  });

  // Labels are laid out by their measured width, so the fonts have to be there first.
  document.fonts.load('bold 12px Inter').then(function () { return document.fonts.load('12px Inter'); }).finally(function () {
    drawFrom(0);
  });
  scheme.addEventListener('change', drawAgain);
  window.addEventListener('beforeprint', function () { places.forEach(draw); });
  document.querySelectorAll('.filter input').forEach(function (box) {
    box.addEventListener('change', function () {
      hidden[box.value] = !box.checked;
      drawAgain();
    });
  });
  document.querySelectorAll('.values').forEach(tabulate);
  document.querySelectorAll('.save').forEach(function (button) {
    button.addEventListener('click', function () { save(charts[button.dataset.chart]); });
  });
})();

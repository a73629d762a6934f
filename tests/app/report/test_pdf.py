"""PDF: archivable, accessible, the same bytes twice, and text of users is never markup."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from app.report import pdf
from app.report.blocks import Document
from app.report.document import compose
from app.report.legible import legible
from app.report.pdf import PdfError, write, write_pdf

ROOT = Path(__file__).parents[3]
VERAPDF = ROOT / ".cache" / "verapdf"
EVERY = ("complete", "partial", "failed", "planned", "host_only", "in_memory", "crowded", "hostile")
JUDGED = ("complete", "partial", "host_only", "hostile")
"""What veraPDF looks at: it takes its time."""


@pytest.fixture(scope="module")
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the report on each of the assessments, as a file."""
    folder = tmp_path_factory.mktemp("reports")
    for name in EVERY:
        write(compose(request.getfixturevalue(name)), folder / f"{name}.pdf")
    return {name: folder / f"{name}.pdf" for name in EVERY}


def words(file: Path) -> str:
    """Return the text of ``file`` as a reader sees it: breaks and the places where lines may break are blanks."""
    text = "\n".join(page.extract_text() for page in PdfReader(file).pages)
    return re.sub(r"\s+", " ", text.replace("\u200b", ""))


@pytest.mark.parametrize("flavour", ["ua1", "2a"])
def test_every_report_is_valid_by_verapdf(files: dict[str, Path], flavour: str) -> None:
    java = shutil.which("java")
    if java is None or not list(VERAPDF.glob("greenfield-apps-*.jar")):
        pytest.skip("java or the jars of veraPDF are missing: installer/test.sh fetches them to .cache/verapdf")
    command = [java, "-cp", f"{VERAPDF}/*", "org.verapdf.apps.GreenfieldCliWrapper", "--format", "text", "-f", flavour]
    done = subprocess.run(
        [*command, *(str(files[name]) for name in JUDGED)], capture_output=True, text=True, timeout=110
    )
    results = [line for line in done.stdout.splitlines() if line.startswith(("PASS", "FAIL"))]
    assert sorted(results) == sorted(f"PASS {files[name]} {flavour}" for name in JUDGED), done.stdout + done.stderr


def test_the_same_assessment_gives_the_same_bytes(document: Document) -> None:
    assert write_pdf(document) == write_pdf(document)


def test_title_language_author_and_date_are_set(files: dict[str, Path]) -> None:
    reader = PdfReader(files["complete"])
    assert reader.metadata is not None
    assert reader.metadata.title == "Storage assessment: /sasdata on sasgrid01.example.com"
    assert reader.metadata.author == "Headroom 0.1.0"
    assert reader.metadata.creation_date == datetime(2026, 11, 20, 14, 5, 12, tzinfo=UTC)
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]


def test_every_page_is_a4(files: dict[str, Path]) -> None:
    for page in PdfReader(files["crowded"]).pages:
        assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]


def test_every_font_is_embedded(files: dict[str, Path]) -> None:
    fonts = {str(font["/BaseFont"]): _is_embedded(font) for font in _fonts(files["complete"])}
    assert {name.split("+")[1].split("-")[0] for name in fonts} >= {"Inter"}
    assert all(fonts.values())


def _is_embedded(font: dict[str, Any]) -> bool:
    return any(f"/FontFile{kind}" in font["/FontDescriptor"] for kind in ("", 2, 3))


def _fonts(file: Path) -> Iterator[dict[str, Any]]:
    for page in PdfReader(file).pages:
        resources: Any = page["/Resources"]
        for font in resources.get("/Font", {}).values():
            for inner in font.get_object()["/DescendantFonts"]:
                yield inner.get_object()


def test_a_limit_its_citation_and_the_formulas_can_be_read_as_text(files: dict[str, Path], document: Document) -> None:
    text = words(files["complete"])
    assert "at least 100 MB/s per core" in text
    assert "Quel débit disque avec SAS 9 ?" in text
    assert "[REQ-001]" in text
    assert "all bytes ÷ seconds until the last worker was done and flushed ÷ physical cores" in text
    assert "file size ÷ mean seconds of the workers" in text
    assert document.answer in text


def test_the_summary_with_the_plain_answer_is_the_whole_second_page(files: dict[str, Path]) -> None:
    for name in EVERY:
        pages = PdfReader(files[name]).pages
        assert "Management summary" in pages[1].extract_text()
        assert "Contents" in pages[2].extract_text(), name


def test_pages_are_numbered_and_sections_are_bookmarks(files: dict[str, Path], document: Document) -> None:
    reader = PdfReader(files["complete"])
    assert f"{2} / {len(reader.pages)}" in reader.pages[1].extract_text()
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles == [section.title for section in document.sections]


def test_a_table_that_breaks_repeats_its_headings(files: dict[str, Path]) -> None:
    texts = [page.extract_text() for page in PdfReader(files["crowded"]).pages]
    pages = [text for text in texts if "/srv/customer" in text.replace("\u200b", "")]
    assert len(pages) > 5
    assert all("Mount point" in text for text in pages)


def test_two_hundred_volumes_are_all_there(files: dict[str, Path]) -> None:
    text = words(files["crowded"]).replace(" ", "")
    assert all(f"/srv/customer{number:03d}/projects/sasdata" in text for number in range(200))


def test_hostile_names_come_out_as_text(files: dict[str, Path]) -> None:
    text = words(files["hostile"]).replace(" ", "")
    assert '#panic()$x^2$*bold*_it_`raw`@ref<label>\\///**/[#image("x")]"]' in text
    assert "</text><script>alert(1)</script>&amp;]]>" in text
    assert "disk[U+1F600][U+202E]gnp.exe[U+05D0]" in text
    assert "[U+0000][U+001B][31m[U+0007]" in text


def test_a_name_of_ten_thousand_letters_is_shortened_and_says_so(files: dict[str, Path]) -> None:
    assert "[… 9841 …]" in words(files["hostile"])


def test_the_command_is_printed_letter_by_letter(files: dict[str, Path]) -> None:
    text = words(files["complete"])
    assert "headroom run /sasdata/test" in text
    assert "filename_format=headroom-fio.$jobnum" in text
    assert "./rhel_iotest.sh -t /sasdata/test" in text


def test_a_warning_of_the_engine_is_a_failure(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "FONTS", tmp_path)
    monkeypatch.setattr(pdf, "can_show", lambda char: legible(char, str.isascii) == char)
    with pytest.raises(PdfError, match=r"(?i)inter"):
        write_pdf(document)


def test_a_fault_of_the_template_is_ours_and_says_where(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report.typ").write_text("#nonsense()")
    monkeypatch.setattr(pdf, "resource", lambda *_parts: tmp_path)
    with pytest.raises(PdfError, match="nonsense"):
        write_pdf(document)


def test_composing_a_document_does_not_load_the_pdf_engine() -> None:
    program = "import sys, app.report.document, app.report.pdf, app.report.text; sys.exit('typst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0
